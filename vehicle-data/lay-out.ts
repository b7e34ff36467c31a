import { ANY_CLASS, ELEMENT, type VehicleData } from '../src/vehicles/format.ts';
import { Index, KeyTable } from './keys.ts';

export type ElementName = keyof typeof ELEMENT;

/** One element of a pattern of the source. */
export interface Row {
  readonly keys: string;
  readonly element: ElementName;
  /** A text, or for a model its make and name. */
  readonly value: string | readonly [make: string, model: string];
  readonly edited: number;
}

interface Link {
  readonly schema: number;
  readonly yearFrom: number;
  readonly yearTo: number;
}

/** The data before they are laid out in the compact file. */
export interface Draft {
  readonly makers: Map<string, { readonly vehicleType: string; readonly links: Link[] }>;
  readonly schemas: Map<number, Row[]>;
}

/**
 * Turns the draft into the columns of the file. Entries are numbered in the order of first use, which is the source's
 * order.
 */
export function layOut(draft: Draft, overlayDigest: string): VehicleData {
  const words = new Words();
  const keys = new KeyTable();
  const schemas = layOutSchemas(draft, keys, words);
  const makers = layOutMakers(draft, schemas.ids, words);
  return {
    overlayDigest,
    ...makers,
    ...schemas.columns,
    keyClasses: narrow(keys.keys.flat()),
    keyFixed: Uint8Array.from(keys.keys, (positions) => positions.filter((id) => id !== ANY_CLASS).length),
    classMembers: Uint8Array.from([...keys.classes.entries.join('')], Number),
    modelName: narrow(words.modelName),
    modelMake: narrow(words.modelMake),
    texts: words.texts.entries,
  };
}

function layOutSchemas({ schemas }: Draft, keys: KeyTable, words: Words) {
  const ids = new Map<number, number>();
  const schemaKeyStart: number[] = [];
  const schemaKeyKey: number[] = [];
  const schemaKeyRowStart: number[] = [];
  const kept: Row[] = [];
  for (const [schema, rows] of schemas) {
    const byKey = Map.groupBy(uniqueRows(rows), (row) => keys.idOf(row.keys));
    byKey.delete(null);
    if (byKey.size === 0) continue;
    ids.set(schema, ids.size);
    schemaKeyStart.push(schemaKeyKey.length);
    for (const [key, keyRows] of byKey) {
      schemaKeyKey.push(key!);
      schemaKeyRowStart.push(kept.length);
      kept.push(...keyRows);
    }
  }
  const columns = {
    schemaKeyStart: Uint32Array.from([...schemaKeyStart, schemaKeyKey.length]),
    schemaKeyKey: narrow(schemaKeyKey),
    schemaKeyRowStart: Uint32Array.from([...schemaKeyRowStart, kept.length]),
    rowElement: Uint8Array.from(kept, ({ element }) => ELEMENT[element]),
    rowValue: narrow(kept.map(({ value }) => words.idOf(value))),
    rowEdited: Uint32Array.from(kept, ({ edited }) => edited),
  };
  return { ids, columns };
}

function layOutMakers({ makers }: Draft, schemaIds: ReadonlyMap<number, number>, words: Words) {
  const makerCode = [...makers.keys()].sort();
  const makerLinkStart: number[] = [];
  const links: Link[] = [];
  for (const code of makerCode) {
    makerLinkStart.push(links.length);
    links.push(...makers.get(code)!.links.filter(({ schema }) => schemaIds.has(schema)));
  }
  return {
    /** The year after that of the newest schema: vehicles of the next model year may still use it. */
    yearMax: Math.max(...links.map(({ yearFrom }) => yearFrom)) + 1,
    makerCode,
    makerType: narrow(makerCode.map((code) => words.idOf(makers.get(code)!.vehicleType))),
    makerLinkStart: narrow([...makerLinkStart, links.length]),
    linkSchema: narrow(links.map(({ schema }) => schemaIds.get(schema)!)),
    linkYearFrom: narrow(links.map(({ yearFrom }) => yearFrom)),
    linkYearTo: narrow(links.map(({ yearTo }) => yearTo)),
  };
}

/**
 * Keeps the first of several rows for the same key and element (litres from cubic centimetres, drive from trim and
 * series).
 */
function uniqueRows(rows: readonly Row[]): readonly Row[] {
  const latestFirst = rows.map((row) => [`${row.keys} ${row.element}`, row] as const).toReversed();
  return [...new Map(latestFirst).values()].toReversed();
}

/** All texts, and the models, which are pairs of texts. */
class Words {
  readonly texts = new Index(['']);
  readonly #models = new Index([]);
  readonly modelMake: number[] = [];
  readonly modelName: number[] = [];

  idOf(value: Row['value']): number {
    if (typeof value === 'string') return this.texts.idOf(value);
    const id = this.#models.idOf(value.join('\n'));
    this.modelMake[id] = this.texts.idOf(value[0]);
    this.modelName[id] = this.texts.idOf(value[1]);
    return id;
  }
}

function narrow(values: readonly number[]): Uint16Array {
  if (values.some((value) => value > 0xffff)) throw new Error('A column outgrew 16 bits: give it 32 in format.ts.');
  return Uint16Array.from(values);
}
