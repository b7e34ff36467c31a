import type { FuelType } from '../domain/vehicle/vehicle.ts';
import {
  ANY_CLASS,
  DERIVED,
  ELEMENT,
  ELEMENT_COUNT,
  type Electrification,
  KEY_INDEXES,
  KEY_POSITIONS,
  OPTION_SEPARATOR,
  OVERLAID,
  SYMBOLS,
  symbolOf,
  type VehicleData,
} from './format.ts';
import { engineWords, fuelOf, type PowertrainFacts } from './powertrain.ts';

/**
 * Matches one VIN with one maker's schemas. It is reused for the next VIN, so that a decode allocates only its result:
 * first `aim` at a VIN, then `find` a maker and year, then read.
 */
export class Match {
  readonly #data: VehicleData;
  readonly #symbols = new Uint8Array(KEY_POSITIONS);
  /** The chosen entry of the lists below for each element, or -1. */
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

  symbolAt(position: number): number {
    return this.#symbols[position]!;
  }

  /** Aims at a VIN that differs from the present one in one of its key positions. */
  setSymbol(position: number, symbol: number): void {
    this.#symbols[position] = symbol;
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

  /** Our overlay, then the newest schema, then the latest edit, then the most specific key, then the first. */
  #beats(entry: number, other: number): boolean {
    const { linkYearFrom, rowEdited } = this.#data;
    const isOverlaid = rowEdited[this.#row[entry]!] === OVERLAID;
    if (isOverlaid !== (rowEdited[this.#row[other]!] === OVERLAID)) return isOverlaid;
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

  /** General Motors' trucks and old Dodge ones have their number: "Silverado 2500HD", "Express 3500", "Ram 1500". */
  model(): { readonly make: string; readonly model: string } {
    const { rowValue, modelMake, modelName, texts } = this.#data;
    const id = rowValue[this.#row[this.#best[ELEMENT.model]!]!]!;
    const make = texts[modelMake[id]!]!;
    const model = texts[modelName[id]!]!;
    const number = NUMBERED.test(model) ? this.text(ELEMENT.modelNumber) : null;
    if (number !== null) return { make, model: numbered(model, number) };
    const suffix = ELECTRIC_SUFFIX[make]?.[model] ?? (make === 'Audi' ? ' e-tron' : null);
    const isBare = suffix !== null && !model.includes(suffix.trim()) && this.fuelType() === 'Electric';
    return { make, model: isBare ? `${model}${suffix}` : model };
  }

  text(element: number): string | null {
    const best = this.#best[element]!;
    return best === -1 ? null : this.#textOf(best);
  }

  #textOf(entry: number): string {
    return this.#data.texts[this.#data.rowValue[this.#row[entry]!]!]!;
  }

  /**
   * A three-quarter-ton pickup is built up to and above the limit between two weight classes, and makers do not agree
   * on which class its VIN names; so its name decides, for all makers alike: 2500 and F-250 are in the lighter class,
   * 3500 and F-350 in the heavier.
   */
  gvwrKg(model: string): number | null {
    if (this.text(ELEMENT.bodyClass) === 'Pickup') {
      if (/\b2500(HD)?$|^F-250$/.test(model)) return CLASS_2_KG;
      if (/\b3500(HD)?$|^F-350$/.test(model)) return CLASS_3_KG;
    }
    const kilograms = Math.max(Number(this.text(ELEMENT.gvwrKg)), Number(this.text(ELEMENT.gvwrToKg)));
    return kilograms === 0 ? null : kilograms;
  }

  /** Without the model's name, which some makers repeat: "Panamera 4S". Beside others, the bare name is the base. */
  trims(make: string, model: string): readonly (string | null)[] {
    const element = this.#best[ELEMENT.trim] === -1 ? ELEMENT.series : ELEMENT.trim;
    const options = this.#open(element).flatMap((entry) => this.#textOf(entry).split(OPTION_SEPARATOR));
    const trims = options.map((option) => {
      if (option === model) return options.length === 1 ? null : 'Base';
      const isRepeated = make !== 'Mercedes-Benz' && option.startsWith(`${model} `);
      return isRepeated ? option.slice(model.length + 1) : option;
    });
    return trims.length === 0 ? [null] : [...new Set(trims)];
  }

  fuelType(): FuelType | null {
    return fuelOf(this.#powertrain(this.text(ELEMENT.litres)));
  }

  engines(): readonly (string | null)[] {
    const litres = this.#open(ELEMENT.litres).map((entry) => this.#textOf(entry));
    const engines = (litres.length === 0 ? [null] : litres).map((size) => engineWords(this.#powertrain(size)));
    return engines.length === 1 ? engines : [...new Set(engines)];
  }

  #powertrain(litres: string | null): PowertrainFacts {
    return {
      fuel: this.text(ELEMENT.fuel),
      secondFuel: this.text(ELEMENT.secondFuel),
      electrification: this.text(ELEMENT.electrification) as Electrification | null,
      litres,
      cylinders: this.text(ELEMENT.cylinders),
    };
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

/** Electric vehicles that have a name of their own, which the public data lack. All of Audi's are an e-tron. */
const ELECTRIC_SUFFIX: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Chevrolet: { Silverado: ' EV', Equinox: ' EV', Blazer: ' EV' },
  Fiat: { '500': 'e' },
  Ford: { 'F-150': ' Lightning' },
  GMC: { Sierra: ' EV' },
  Hyundai: { Kona: ' Electric' },
  Kia: { Niro: ' EV', Soul: ' EV' },
};

const CLASS_2_KG = 4536;
const CLASS_3_KG = 6350;

/** Other vehicles of these makers have a weight in the same place, which is no part of their name. */
const NUMBERED = /^(Silverado|Sierra|Express|Savana|Ram$)/;

function numbered(model: string, number: string): string {
  const [line, suffix] = model.split(' ');
  const isHeavyDuty = /^(Silverado|Sierra)$/.test(line!) && number !== '1500';
  if (isHeavyDuty) return `${line} ${number}HD`;
  return suffix === undefined ? `${line} ${number}` : `${line} ${number} ${suffix}`;
}
