/**
 * Decodes a VIN into configurations.
 *
 * The first characters name the maker, position 10 the model year. For that maker and year the public data (NHTSA's
 * vPIC) have one or more schemas; a schema is a list of keys over positions 4-8 and 10-13 ("F-150: [EFMN]W1*"), and
 * each key that matches the VIN gives an element: its model, its body, its engine. Where several keys give the same
 * element, we take that of our overlay, then that of the newest schema, as vPIC does, and in it the one edited last; of
 * two edited at the same time, the more specific one.
 *
 * The first configuration is what vPIC returns. Where keys at least as specific give another trim or engine, or a trim
 * is a list ("LX, EX"), the VIN does not determine it: each possibility is a configuration. Where a trim is one of
 * another market, the first configuration has none.
 *
 * A VIN whose pattern no schema has is read by the patterns near it, if all of them agree: see nearby.ts.
 */
import { readFileSync } from 'node:fs';
import type { VehicleConfiguration } from '../domain/vehicle/vehicle.ts';
import { makerCode, mayHaveCheckDigit, modelYears, VIN_LENGTH, type YearRule } from '../domain/vehicle/vin.ts';
import { ELEMENT, unpackData, type VehicleData } from './format.ts';
import { Match } from './match.ts';
import { findNearby } from './nearby.ts';
import { mayBeOtherMarkets } from './other-markets.ts';

export interface Decoder {
  /** The last model year of the data. */
  readonly yearMax: number;
  /**
   * Returns the configurations of an upper-case VIN, the most likely first and always in the same order; none when the
   * maker or the model is unknown, or the VIN of another continent, which can't have a check digit: the data are of
   * vehicles sold in North America. Never throws. Does not check the check digit: see `checkVin`.
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
const CARRIED_YEARS = [1, 2];
const NEWEST_YEARS = 3;

/** Trucks of the class above that of the heaviest pickups, whose makers keep to the rule for light vehicles. */
const LIGHTEST_HEAVY_KG = 6350;

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
    if (maker === undefined || vin.length !== VIN_LENGTH || !mayHaveCheckDigit(vin) || !match.aim(vin)) return [];
    const vehicleType = data.texts[data.makerType[maker]!]!;
    const rule = yearRuleOf(vehicleType);
    const years = inLikelyOrder(maker, modelYears(vin, rule, data.yearMax));
    for (const year of years) {
      if (match.find(maker, year)) return configurations(match, { vin, year, vehicleType });
    }
    for (const year of years) {
      if (year > data.yearMax - NEWEST_YEARS && CARRIED_YEARS.some((back) => match.find(maker, year - back))) {
        return configurations(match, { vin, year, vehicleType, isCarried: true });
      }
    }
    for (const year of years) {
      if (findBetween(maker, year)) return configurations(match, { vin, year, vehicleType, isCarried: true });
    }
    const [year, other = 0] = years;
    return year === undefined || year < other || rule === 'other' ? [] : nearby(maker, { vin, year, vehicleType });
  }

  /** Heavy trucks have no rule for position 7: of two years the later is likelier. Only the data tell their weight. */
  function inLikelyOrder(maker: number, years: readonly number[]): readonly number[] {
    const [first = 0, second = 0] = years;
    const isHeavy = second > first && match.find(maker, second) && (match.gvwrKg('') ?? 0) > LIGHTEST_HEAVY_KG;
    return isHeavy ? [second, first] : years;
  }

  function nearby(maker: number, { vin, year, vehicleType }: Subject): readonly VehicleConfiguration[] {
    const facts = findNearby(match, maker, year);
    return facts === null ? [] : [{ vin, year, ...facts, trim: null, vehicleType, isUnconfirmed: true }];
  }

  /** A pattern that is of one model in the year before and the year after is taken to be of that model in between. */
  function findBetween(maker: number, year: number): boolean {
    if (!match.find(maker, year + 1)) return false;
    const after = match.model();
    if (!match.find(maker, year - 1)) return false;
    const before = match.model();
    return before.make === after.make && before.model === after.model;
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
  const bodyClass = match.text(ELEMENT.bodyClass);
  const driveType = isCarried ? null : match.text(ELEMENT.driveType);
  const fuelType = match.fuelType();
  const gvwrKg = match.gvwrKg(model);
  const trims = isCarried ? [null] : tradeTrims(make, year, match.trims(make, model));
  const engines = isCarried ? [null] : match.engines();
  const found: VehicleConfiguration[] = [];
  for (const trim of trims) {
    for (const engine of engines) {
      if (found.length === CONFIGURATIONS_MAX) return found;
      found.push({ vin, year, make, model, trim, bodyClass, driveType, fuelType, engine, vehicleType, gvwrKg });
    }
  }
  return found;
}

/** First without a trim, where that of the pattern is another market's: what is chosen unseen is then not wrong. */
function tradeTrims(make: string, year: number, trims: readonly (string | null)[]): readonly (string | null)[] {
  return mayBeOtherMarkets(make, year, trims) ? [...new Set([null, ...trims])] : trims;
}
