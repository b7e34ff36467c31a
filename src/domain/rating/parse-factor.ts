import { provinces } from '../address/province.ts';
import type { PartsPerMillion } from '../money/money.ts';
import type { DataReader } from './data-reader.ts';
import { parseRange } from './parse-vehicle-rules.ts';
import {
  type Band,
  bandFactorKinds,
  type ChoiceFactor,
  choiceFactorKinds,
  type DateRange,
  type Factor,
} from './rate-book.ts';
import { plainWord } from './vehicle-condition.ts';
import { purchaseMethods, seriesNames } from './vocabulary.ts';

/**
 * A factor beyond these is a misplaced decimal point. The upper limit also keeps every premium far below 2^53 cents.
 */
const partsMin = 100_000;
const partsMax = 3_000_000;

/** A factor as in the file: with the codes of its products, or null for all of them. */
export interface WrittenFactor {
  readonly factor: Factor;
  readonly products: readonly string[] | null;
}

export function parseFactor(reader: DataReader): WrittenFactor {
  const kind = reader.child('by').oneOf([...bandFactorKinds, ...choiceFactorKinds]);
  switch (kind) {
    case 'odometer':
    case 'vehicleAge': {
      const at = reader.fields(['name', 'by', 'bands'], headFields);
      return withProducts(reader, { ...parseHead(reader), by: kind, bands: parseBands(at('bands')) });
    }
    case 'purchaseMethod':
    case 'province':
    case 'series':
    case 'fuel': {
      const at = reader.fields(['name', 'by', 'values', 'otherwise'], headFields);
      const values = parseValues(at('values'), kind);
      return withProducts(reader, { ...parseHead(reader), by: kind, values, otherwise: parseParts(at('otherwise')) });
    }
  }
}

const headFields = ['products', 'from', 'until'] as const;

function parseHead(reader: DataReader): DateRange & { readonly name: string } {
  return { name: reader.child('name').text(), ...parseRange(reader.child('from'), reader.child('until')) };
}

function withProducts(reader: DataReader, factor: Factor): WrittenFactor {
  const list = reader.child('products');
  return { factor, products: list.isGiven ? list.items({ min: 1 }).map((item) => item.code()) : null };
}

/** Bands are given by their upper limits, so that they can neither overlap nor leave a gap. */
function parseBands(list: DataReader): readonly Band[] {
  const items = list.items({ min: 1 });
  let last = Number.NEGATIVE_INFINITY;
  return items.map((item, i) => {
    const at = item.fields(['upTo', 'partsPerMillion']);
    const isLast = i === items.length - 1;
    const upTo = at('upTo').isNull ? null : at('upTo').whole('the unit', -10, 2_147_483_647);
    if (upTo === null && !isLast) at('upTo').fault('may be null in the last band only');
    if (upTo !== null && isLast) at('upTo').fault('must be null in the last band, so that every value has a band');
    if (upTo !== null && upTo <= last) at('upTo').fault('must be more than in the band before');
    last = upTo ?? last;
    return { upTo, partsPerMillion: parseParts(at('partsPerMillion')) };
  });
}

const knownValues: Readonly<Record<ChoiceFactor['by'], readonly string[] | null>> = {
  purchaseMethod: purchaseMethods,
  province: provinces,
  series: seriesNames,
  fuel: null,
};

function parseValues(map: DataReader, by: ChoiceFactor['by']): ReadonlyMap<string, PartsPerMillion> {
  const known = knownValues[by];
  const values = new Map<string, PartsPerMillion>();
  for (const [key, reader] of map.entries()) {
    const word = known === null ? plainWord(key) : key;
    if (word === '' || (known !== null && !known.includes(key))) reader.fault(`${key} is not a ${by}`);
    values.set(word, parseParts(reader));
  }
  return values;
}

function parseParts(reader: DataReader): PartsPerMillion {
  return reader.whole('parts per million', partsMin, partsMax);
}
