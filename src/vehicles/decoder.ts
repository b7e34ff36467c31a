/**
 * Decodes a VIN into configurations.
 *
 * The first characters name the maker, position 10 the model year. For that maker and year the public data (NHTSA's
 * vPIC) have one or more schemas; a schema is a list of keys over positions 4-8 and 10-13 ("F-150: [EFMN]W1*"), and
 * each key that matches the VIN gives an element: its model, its body, its engine. Where several keys give the same
 * element, we take that of the newest schema, as vPIC does, and in it the one edited last; of two edited at the same
 * time, the more specific one.
 *
 * The first configuration is what vPIC returns. Where keys at least as specific give another trim or engine, or a trim
 * is a list ("LX, EX"), the VIN does not determine it: each possibility is a configuration.
 */
import { readFileSync } from 'node:fs';
import type { VehicleConfiguration } from '../domain/vehicle/vehicle.ts';
import { makerCode, modelYears, VIN_LENGTH, type YearRule } from '../domain/vehicle/vin.ts';
import {
  ANY_CLASS,
  DERIVED,
  ELEMENT,
  ELEMENT_COUNT,
  KEY_INDEXES,
  KEY_POSITIONS,
  OPTION_SEPARATOR,
  SYMBOLS,
  symbolOf,
  unpackData,
  type VehicleData,
} from './format.ts';

export interface Decoder {
  /** The last model year of the data. */
  readonly yearMax: number;
  /**
   * Returns the configurations of an upper-case VIN, the most likely first and always in the same order; none when the
   * maker or the model is unknown. Never throws. Does not check the check digit: see `checkVin`.
   */
  decode(vin: string): readonly VehicleConfiguration[];
}

/** Customers choose from a list, so it is short. None of 19,000 VINs of the source had more than 7. */
const CONFIGURATIONS_MAX = 12;

/**
 * Makers report a model year to vPIC during that year, so the newest may be missing. For the newest years only, a
 * schema that ended is used for up to two more years: model, body and fuel are kept; trim, drive and engine, which
 * change from year to year, are unknown.
 */
const CARRIED_YEARS_MAX = 2;
const NEWEST_YEARS = 3;

/** Reads and unpacks the data, once per process: 45 ms and 11 MB. */
export function loadDecoder(): Decoder {
  loaded ??= makeDecoder(unpackData(readFileSync(new URL('./data/vpic.bin', import.meta.url))));
  return loaded;
}

let loaded: Decoder | undefined;

export function makeDecoder(data: VehicleData): Decoder {
  const makers = new Map(data.makerCode.map((code, maker) => [code, maker]));
  const match = new Match(data);

  function decode(vin: string): readonly VehicleConfiguration[] {
    const maker = makers.get(makerCode(vin));
    if (maker === undefined || vin.length !== VIN_LENGTH || !match.aim(vin)) return [];
    const vehicleType = data.texts[data.makerType[maker]!]!;
    const years = modelYears(vin, yearRuleOf(vehicleType), data.yearMax);
    for (const year of years) {
      if (match.find(maker, year)) return configurations(match, { vin, year, vehicleType });
    }
    for (const year of years) {
      if (year > data.yearMax - NEWEST_YEARS && findCarried(maker, year)) {
        return configurations(match, { vin, year, vehicleType, isCarried: true });
      }
    }
    return [];
  }

  function findCarried(maker: number, year: number): boolean {
    for (let back = 1; back <= CARRIED_YEARS_MAX; back++) {
      if (match.find(maker, year - back)) return true;
    }
    return false;
  }

  return { yearMax: data.yearMax, decode };
}

function yearRuleOf(vehicleType: string): YearRule {
  switch (vehicleType) {
    case 'Passenger Car':
    case 'Multipurpose Passenger Vehicle (MPV)':
      return 'light';
    case 'Truck':
    case 'Incomplete Vehicle':
      return 'truck';
    default:
      return 'other';
  }
}

interface Subject {
  readonly vin: string;
  readonly year: number;
  readonly vehicleType: string;
  readonly isCarried?: boolean;
}

function configurations(match: Match, { vin, year, vehicleType, isCarried = false }: Subject): VehicleConfiguration[] {
  const { make, model } = match.model();
  const common = {
    bodyClass: match.text(ELEMENT.bodyClass),
    driveType: isCarried ? null : match.text(ELEMENT.driveType),
    fuelType: match.text(ELEMENT.fuel),
    gvwrKg: match.gvwrKg(),
  };
  const trims = isCarried ? [null] : match.trims();
  const engines = isCarried ? [null] : match.engines();
  const found: VehicleConfiguration[] = [];
  for (const trim of trims) {
    for (const engine of engines) {
      if (found.length === CONFIGURATIONS_MAX) return found;
      const { bodyClass, driveType, fuelType, gvwrKg } = common;
      found.push({ vin, year, make, model, trim, bodyClass, driveType, fuelType, engine, vehicleType, gvwrKg });
    }
  }
  return found;
}

/**
 * Matches one VIN with one maker's schemas. It is reused for the next VIN, so that a decode allocates only its result:
 * first `aim` at a VIN, then `find` a maker and year, then read.
 */
class Match {
  readonly #data: VehicleData;
  readonly #symbols = new Uint8Array(KEY_POSITIONS);
  /** For each element the chosen entry of the lists below, or -1. */
  readonly #best = new Int32Array(ELEMENT_COUNT);
  #count = 0;
  readonly #row: number[] = [];
  readonly #schemaKey: number[] = [];
  readonly #link: number[] = [];

  constructor(data: VehicleData) {
    this.#data = data;
  }

  /** Returns false when a character can't occur in a VIN. */
  aim(vin: string): boolean {
    for (let position = 0; position < KEY_POSITIONS; position++) {
      const symbol = symbolOf(vin.charCodeAt(KEY_INDEXES[position]!));
      if (symbol < 0) return false;
      this.#symbols[position] = symbol;
    }
    return true;
  }

  /** Returns whether a model was found. */
  find(maker: number, year: number): boolean {
    const { makerLinkStart, linkSchema, linkYearFrom, linkYearTo, schemaKeyStart, schemaKeyKey } = this.#data;
    this.#count = 0;
    this.#best.fill(-1);
    const linkEnd = makerLinkStart[maker + 1]!;
    for (let link = makerLinkStart[maker]!; link < linkEnd; link++) {
      if (year < linkYearFrom[link]! || year > linkYearTo[link]!) continue;
      const schema = linkSchema[link]!;
      const end = schemaKeyStart[schema + 1]!;
      for (let schemaKey = schemaKeyStart[schema]!; schemaKey < end; schemaKey++) {
        if (this.#fits(schemaKeyKey[schemaKey]!)) this.#take(schemaKey, link);
      }
    }
    return this.#best[ELEMENT.model] !== -1;
  }

  #fits(key: number): boolean {
    const { keyClasses, classMembers } = this.#data;
    const first = key * KEY_POSITIONS;
    for (let position = 0; position < KEY_POSITIONS; position++) {
      const id = keyClasses[first + position]!;
      if (id !== ANY_CLASS && classMembers[id * SYMBOLS + this.#symbols[position]!] === 0) return false;
    }
    return true;
  }

  #take(schemaKey: number, link: number): void {
    const { schemaKeyRowStart, rowElement } = this.#data;
    const end = schemaKeyRowStart[schemaKey + 1]!;
    for (let row = schemaKeyRowStart[schemaKey]!; row < end; row++) {
      const entry = this.#count++;
      this.#row[entry] = row;
      this.#schemaKey[entry] = schemaKey;
      this.#link[entry] = link;
      const element = rowElement[row]!;
      const best = this.#best[element]!;
      if (best === -1 || this.#beats(entry, best)) this.#best[element] = entry;
    }
  }

  /** The newest schema, then the latest edit, then the most specific key, then the first. */
  #beats(entry: number, other: number): boolean {
    const { linkYearFrom, rowEdited } = this.#data;
    const years = linkYearFrom[this.#link[entry]!]! - linkYearFrom[this.#link[other]!]!;
    if (years !== 0) return years > 0;
    const seconds = rowEdited[this.#row[entry]!]! - rowEdited[this.#row[other]!]!;
    if (seconds !== 0) return seconds > 0;
    return this.#fixed(entry) > this.#fixed(other);
  }

  /** How many positions of the VIN the key of an entry fixes. */
  #fixed(entry: number): number {
    return this.#data.keyFixed[this.#data.schemaKeyKey[this.#schemaKey[entry]!]!]!;
  }

  model(): { readonly make: string; readonly model: string } {
    const { rowValue, modelMake, modelName, texts } = this.#data;
    const id = rowValue[this.#row[this.#best[ELEMENT.model]!]!]!;
    const make = texts[modelMake[id]!]!;
    const model = texts[modelName[id]!]!;
    const number = make === 'Chevrolet' || make === 'GMC' ? this.text(ELEMENT.modelNumber) : null;
    return { make, model: number === null || model.includes(number) ? model : `${model} ${number}` };
  }

  text(element: number): string | null {
    const best = this.#best[element]!;
    return best === -1 ? null : this.#textOf(best);
  }

  #textOf(entry: number): string {
    return this.#data.texts[this.#data.rowValue[this.#row[entry]!]!]!;
  }

  gvwrKg(): number | null {
    const kilograms = Math.max(Number(this.text(ELEMENT.gvwrKg)), Number(this.text(ELEMENT.gvwrToKg)));
    return kilograms === 0 ? null : kilograms;
  }

  trims(): readonly (string | null)[] {
    const element = this.#best[ELEMENT.trim] === -1 ? ELEMENT.series : ELEMENT.trim;
    const trims: string[] = [];
    for (const entry of this.#open(element)) {
      for (const trim of this.#textOf(entry).split(OPTION_SEPARATOR)) if (!trims.includes(trim)) trims.push(trim);
    }
    return trims.length === 0 ? [null] : trims;
  }

  engines(): readonly (string | null)[] {
    const fuel = this.text(ELEMENT.fuel);
    const isHybrid = this.text(ELEMENT.secondFuel) === 'Electric';
    const cylinders = this.text(ELEMENT.cylinders);
    const engineModel = this.text(ELEMENT.engineModel);
    const litres = this.#open(ELEMENT.litres).map((entry) => this.#textOf(entry));
    const engines = (litres.length === 0 ? [null] : litres).map((size) =>
      engineWords({ litres: size, cylinders, engineModel, fuel, isHybrid }),
    );
    return [...new Set(engines)];
  }

  /** Returns the chosen entry of an element, then those of the same schema that are at least as specific. */
  #open(element: number): readonly number[] {
    const best = this.#best[element]!;
    if (best === -1) return [];
    const open = [best];
    for (let entry = 0; entry < this.#count; entry++) {
      const row = this.#row[entry]!;
      if (entry === best || this.#data.rowElement[row] !== element || this.#data.rowEdited[row] === DERIVED) continue;
      if (this.#link[entry] === this.#link[best] && this.#fixed(entry) >= this.#fixed(best)) open.push(entry);
    }
    return open;
  }
}

interface EngineFacts {
  readonly litres: string | null;
  readonly cylinders: string | null;
  readonly engineModel: string | null;
  readonly fuel: string | null;
  readonly isHybrid: boolean;
}

/**
 * "2.5 L 4-cylinder hybrid", "6.7 L 8-cylinder diesel", "Electric"; the maker's name for it when nothing else is known.
 */
function engineWords({ litres, cylinders, engineModel, fuel, isHybrid }: EngineFacts): string | null {
  if (fuel === 'Electric') return 'Electric';
  const words: string[] = [];
  if (litres !== null) words.push(`${litres} L`);
  if (cylinders !== null) words.push(`${cylinders}-cylinder`);
  if (words.length === 0) return engineModel;
  if (fuel === 'Diesel') words.push('diesel');
  if (isHybrid) words.push('hybrid');
  return words.join(' ');
}
