/**
 * A second decoder, to test the first one against. It shares no code with it: plain SQL on the public source, by vPIC's
 * published procedure (the newest schema, then the latest edit, then the shorter key). It is slow. It names the fuel as
 * we do, but knows it from the two fuels and the size of the engine alone.
 */
import type { DatabaseSync } from 'node:sqlite';

export interface SourceVehicle {
  readonly make: string;
  readonly model: string;
  readonly bodyClass: string | null;
  readonly fuelType: string | null;
}

/** Returns what vPIC has for a VIN, given its model year; null when it finds no model. */
export function decodeFromSource(source: DatabaseSync, vin: string, year: number): SourceVehicle | null {
  const wmi = vin[2] === '9' ? vin.slice(0, 3) + vin.slice(11, 14) : vin.slice(0, 3);
  const keys = `${vin.slice(3, 8)}|${vin.slice(9)}`;
  const best = (element: string) =>
    source.prepare(BEST).get({ wmi, year, keys, element }) as { text: string } | undefined;
  const lookUp = (table: string, id: string) =>
    (source.prepare(`SELECT Name AS name FROM ${table} WHERE Id = ?`).get(Number(id)) as { name: string } | undefined)
      ?.name;

  const model = best('Model')?.text;
  if (model === undefined) return null;
  const make = source.prepare(MAKE_OF_MODEL).get(Number(model)) as { name: string };
  const body = best('BodyClass')?.text;
  const engine = best('EngineModel')?.text;
  const fuelOfEngine =
    engine === undefined ? undefined : (source.prepare(FUEL_OF_ENGINE).get(engine) as { text: string } | undefined);
  const fuel = best('FuelTypePrimary')?.text ?? fuelOfEngine?.text;
  const secondFuel = best('FuelTypeSecondary')?.text;
  const hasEngine = best('DisplacementL') !== undefined || best('EngineCylinders') !== undefined;
  return {
    make: make.name,
    model: lookUp('Model', model) ?? '',
    bodyClass: body === undefined ? null : (lookUp('BodyStyle', body) ?? null),
    fuelType:
      fuel === undefined
        ? null
        : fuelWord(Number(fuel), secondFuel === undefined ? null : Number(secondFuel), hasEngine),
  };
}

/**
 * By the source's numbers: 1 diesel, 2 electric, 4 gasoline, 6, 7 and 17 gas, 8 and 18 hydrogen, 9 propane, 10 to 15
 * alcohol.
 */
function fuelWord(first: number, second: number | null, hasEngine: boolean): string | null {
  const isOneOf = (fuel: number | null, ...fuels: number[]) => fuel !== null && fuels.includes(fuel);
  if (isOneOf(first, 8, 18) || isOneOf(second, 8, 18)) return 'Hydrogen';
  if (first === 2) return hasEngine || isOneOf(second, 1, 4) ? 'Plug-in hybrid' : 'Electric';
  if (first === 4 && second === 2) return 'Hybrid';
  if (isOneOf(first, 10, 11, 13, 14, 15) || (first === 4 && isOneOf(second, 10, 11, 13, 14, 15))) return 'Flex fuel';
  if (isOneOf(first, 6, 7, 17)) return 'Natural gas';
  return { 1: 'Diesel', 4: 'Gasoline', 9: 'Propane' }[first] ?? null;
}

// SQLite's GLOB has the same classes as the source's keys; only the wildcard is written differently.
const BEST = `
  SELECT p.AttributeId AS text
  FROM Wmi w
  JOIN Wmi_VinSchema l ON l.WmiId = w.Id
  JOIN Pattern p ON p.VinSchemaId = l.VinSchemaId
  JOIN Element e ON e.Id = p.ElementId
  WHERE w.Wmi = $wmi
    AND e.Code = $element
    AND $year BETWEEN l.YearFrom AND coalesce(l.YearTo, 2999)
    AND $keys GLOB replace(p.Keys, '*', '?') || '*'
  ORDER BY l.YearFrom DESC, coalesce(p.UpdatedOn, p.CreatedOn) DESC, length(replace(p.Keys, '*', '')), p.Keys, p.Id
  LIMIT 1`;

const MAKE_OF_MODEL = `
  SELECT k.Name AS name
  FROM Make_Model mm
  JOIN Make k ON k.Id = mm.MakeId
  WHERE mm.ModelId = ?`;

const FUEL_OF_ENGINE = `
  SELECT p.AttributeId AS text
  FROM EngineModel m
  JOIN EngineModelPattern p ON p.EngineModelId = m.Id
  JOIN Element e ON e.Id = p.ElementId
  WHERE lower(trim(m.Name)) = lower(trim(?))
    AND e.Code = 'FuelTypePrimary'
  ORDER BY coalesce(p.UpdatedOn, p.CreatedOn) DESC
  LIMIT 1`;
