import { deserialize, serialize } from 'node:v8';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/**
 * The file vpic.bin: columns (typed arrays), serialized by V8, whose format later versions can read, and compressed. A
 * column `...Start` holds, for each entry, the index of its first entry in another column, and has one entry more at
 * the end: the entries of `n` are `start[n]` to `start[n + 1]`.
 *
 *   maker      one per maker's code (WMI), sorted by code   makerCode, makerType, makerLinkStart
 *   link       maker → schema, for a span of model years    linkSchema, linkYearFrom, linkYearTo
 *   schema     a maker's way to write its VINs              schemaKeyStart
 *   schemaKey  a key as used in a schema                    schemaKeyKey, schemaKeyRowStart
 *   key        which VINs are meant: a class of characters  keyClasses (KEY_POSITIONS to a key), keyFixed (how many
 *              for each of VIN positions 4-8 and 10-13      positions are not open: how specific the key is)
 *   class      a set of characters                          classMembers (SYMBOLS to a class, 1 or 0); class 0 is "any"
 *   row        what a VIN with this key has                 rowElement, rowValue, rowEdited (when, in seconds)
 *   model      name and make                                modelName, modelMake
 *   text       all words                                    texts; text 0 is empty
 */
export interface VehicleData {
  readonly yearMax: number;
  readonly overlayDigest: string;
  readonly makerCode: readonly string[];
  readonly makerType: Uint16Array;
  readonly makerLinkStart: Uint16Array;
  readonly linkSchema: Uint16Array;
  readonly linkYearFrom: Uint16Array;
  readonly linkYearTo: Uint16Array;
  readonly schemaKeyStart: Uint32Array;
  readonly schemaKeyKey: Uint16Array;
  readonly schemaKeyRowStart: Uint32Array;
  readonly keyClasses: Uint16Array;
  readonly keyFixed: Uint8Array;
  readonly classMembers: Uint8Array;
  readonly rowElement: Uint8Array;
  readonly rowValue: Uint16Array;
  readonly rowEdited: Uint32Array;
  readonly modelName: Uint16Array;
  readonly modelMake: Uint16Array;
  readonly texts: readonly string[];
}

/** The element of a row. Of `model` the value is an index into the models, of all others into the texts. */
export const ELEMENT = {
  model: 0,
  bodyClass: 1,
  series: 2,
  /** Several possible trims are one text, separated by OPTION_SEPARATOR. */
  trim: 3,
  driveType: 4,
  fuel: 5,
  secondFuel: 6,
  cylinders: 7,
  litres: 8,
  gvwrKg: 9,
  /** The upper limit of the heaviest weight class, where a vehicle is built in several. */
  gvwrToKg: 10,
  /** 1500, 2500 or 3500: the number after the name of General Motors' trucks and vans. */
  modelNumber: 11,
  electrification: 12,
} as const;
export const ELEMENT_COUNT = 13;

/** The texts of `electrification`. "none" is what the overlay says where the source's words mislead. */
export type Electrification = 'battery' | 'fuel cell' | 'plug-in' | 'hybrid' | 'mild' | 'none';

/** The edit time of a row that is derived from the schema: any other row overrides it. */
export const DERIVED = 0;
/** The edit time of a row of our overlay, which overrides the source whatever its year. */
export const OVERLAID = 0xffff_ffff;

export const OPTION_SEPARATOR = '\t';

/** VIN positions 4-8, then 10-13: no key of the source has more. */
export const KEY_POSITIONS = 9;
export const KEY_INDEXES = [3, 4, 5, 6, 7, 9, 10, 11, 12];
export const ANY_CLASS = 0;
/** The digits, then the letters. */
export const SYMBOLS = 36;

/** Returns -1 for a character that can't occur in a VIN. */
export function symbolOf(charCode: number): number {
  if (charCode >= 48 && charCode <= 57) return charCode - 48;
  if (charCode >= 65 && charCode <= 90) return charCode - 55;
  return -1;
}

/** The end of a schema that has none in the source. */
export const OPEN_YEAR = 9999;

export function packData(data: VehicleData): Buffer {
  const raw = serialize(data);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  };
  return brotliCompressSync(raw, { params });
}

/** Most columns are views on the decompressed buffer, so that little is copied. */
export function unpackData(packed: Uint8Array): VehicleData {
  return deserialize(brotliDecompressSync(packed));
}
