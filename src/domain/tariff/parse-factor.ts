import {
  code,
  type DataReader,
  inOrder,
  list,
  object,
  oneOf,
  openDate,
  optional,
  text,
  wholeNumber,
} from '../data-reader.ts';
import type { PartsPerMillion } from '../money.ts';
import { provinces } from '../province.ts';
import { purchaseMethods, seriesNames } from '../quote/vocabulary.ts';
import { type Band, bandFactorKinds, type ChoiceFactor, choiceFactorKinds, type Factor } from './rate-book.ts';
import { plainWord } from './vehicle-condition.ts';

/**
 * A factor beyond these is a misplaced decimal point. The upper limit also keeps every premium far below 2^53 cents.
 */
const readParts = wholeNumber('parts per million', 100_000, 3_000_000);

/** A factor as in the file: with the codes of its products, or null for all of them. */
export interface WrittenFactor {
  readonly factor: Factor;
  readonly products: readonly string[] | null;
}

const head = { name: text(), products: optional(list(code, { min: 1 })), from: openDate, until: openDate };

export function readFactor(at: DataReader): WrittenFactor {
  const by = oneOf([...bandFactorKinds, ...choiceFactorKinds])(at.child('by'));
  const isInOrder = inOrder('from', 'until');
  switch (by) {
    case 'odometer':
    case 'vehicleAge': {
      const { products, ...factor } = object({ ...head, by: () => by, bands: readBands }, isInOrder)(at);
      return { factor, products };
    }
    case 'purchaseMethod':
    case 'province':
    case 'series':
    case 'fuel': {
      const values = (map: DataReader) => readValues(map, by);
      const shape = { ...head, by: () => by, values, otherwise: readParts };
      const { products, ...factor } = object(shape, isInOrder)(at);
      return { factor, products };
    }
  }
}

const readLimit = wholeNumber('the unit', -10, 2_147_483_647);
const readBand = object({ upTo: (at) => (at.value === null ? null : readLimit(at)), partsPerMillion: readParts });

/** Bands are given by their upper limits, so that they can neither overlap nor leave a gap. */
function readBands(at: DataReader): readonly Band[] {
  const items = at.items({ min: 1 });
  let last = Number.NEGATIVE_INFINITY;
  return items.map((item, i) => {
    const band = readBand(item);
    const limit = item.child('upTo');
    const isLast = i === items.length - 1;
    if (band.upTo === null && !isLast) limit.fault('may be null in the last band only');
    if (band.upTo !== null && isLast) limit.fault('must be null in the last band, so that every value has a band');
    if (band.upTo !== null && band.upTo <= last) limit.fault('must be more than in the band before');
    last = band.upTo ?? last;
    return band;
  });
}

const knownValues: Readonly<Record<ChoiceFactor['by'], readonly string[] | null>> = {
  purchaseMethod: purchaseMethods,
  province: provinces,
  series: seriesNames,
  fuel: null,
};

function readValues(at: DataReader, by: ChoiceFactor['by']): ReadonlyMap<string, PartsPerMillion> {
  const known = knownValues[by];
  return new Map(
    at.entries().map(([key, parts]) => {
      const word = known === null ? plainWord(key) : key;
      if (word === '' || (known !== null && !known.includes(key))) parts.fault(`${key} is not a ${by}`);
      return [word, readParts(parts)];
    }),
  );
}
