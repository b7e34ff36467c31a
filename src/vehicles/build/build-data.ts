/**
 * Builds src/vehicles/data/vpic.bin from the public source and our overlay: `node src/vehicles/build/build-data.ts`,
 * 15 seconds. The same input gives the same bytes.
 *
 * For cars, multipurpose vehicles, trucks and incomplete vehicles (chassis cabs, camper vans) it keeps what we show or
 * use in rules. For motorcycles, buses, trailers, low-speed and off-road vehicles it keeps only the model, so that they
 * are "not eligible" and not unknown VINs. Schemas that ended before FIRST_YEAR, plants, brakes, belts and makers'
 * addresses are left out.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { DERIVED, OPEN_YEAR, packData } from '../format.ts';
import type { Draft, ElementName, Row } from './draft.ts';
import { layOut } from './lay-out.ts';
import { addOverlay, type Overlay } from './overlay.ts';
import { withSource } from './source.ts';
import { driveWord, gvwrKg, litresWord, makeWord, modelNumber, seriesWords, trimWords } from './words.ts';

const FIRST_YEAR = 1990;
const EDITS_BEGIN = Date.parse('2010-01-01');
const FULL_TYPES = new Set(['Passenger Car', 'Multipurpose Passenger Vehicle (MPV)', 'Truck', 'Incomplete Vehicle']);
const DATA = new URL('../data/', import.meta.url);

async function buildData(): Promise<void> {
  const overlayText = readFileSync(new URL('overlay.json', DATA), 'utf8');
  const draft = await withSource(readSource);
  addOverlay(draft, JSON.parse(overlayText) as Overlay);
  const packed = packData(layOut(draft, createHash('sha256').update(overlayText).digest('hex')));
  writeFileSync(new URL('vpic.bin', DATA), packed);
  console.log(`vpic.bin: ${packed.length} bytes, ${draft.makers.size} makers' codes, ${draft.schemas.size} schemas`);
}

function readSource(source: DatabaseSync): Draft {
  const makers: Draft['makers'] = new Map();
  const fullSchemas = new Set<number>();
  for (const { wmi, vehicleType, schema, yearFrom, yearTo } of source.prepare(LINKS).all() as unknown as LinkRow[]) {
    const maker = makers.get(wmi) ?? { vehicleType, links: [] };
    makers.set(wmi, maker);
    maker.links.push({ schema, yearFrom, yearTo: yearTo ?? OPEN_YEAR });
    if (FULL_TYPES.has(vehicleType)) fullSchemas.add(schema);
  }
  const schemas: Draft['schemas'] = new Map();
  for (const { links } of makers.values()) for (const { schema } of links) schemas.set(schema, []);
  for (const pattern of source.prepare(PATTERNS).iterate() as Iterable<unknown> as Iterable<PatternRow>) {
    if (pattern.element !== 'Model' && !fullSchemas.has(pattern.schema)) continue;
    schemas.get(pattern.schema)?.push(...rowsOf(pattern));
  }
  addEngineFacts(source, schemas);
  return { makers, schemas };
}

/** The source describes some engines by name ("A25A-FKS"); that is used where a schema says nothing itself. */
function addEngineFacts(source: DatabaseSync, schemas: Draft['schemas']): void {
  const facts = source.prepare(ENGINE_FACTS).all() as unknown as (PatternRow & { readonly engine: string })[];
  const factsByEngine = Map.groupBy(facts, ({ engine }) => engine);
  for (const rows of schemas.values()) {
    const named = rows.filter(({ element }) => element === 'engineModel');
    for (const { keys, value } of named) {
      for (const fact of factsByEngine.get(String(value).toLowerCase()) ?? []) {
        rows.push(...rowsOf({ ...fact, keys }).map((row) => ({ ...row, edited: DERIVED })));
      }
    }
  }
}

const ENGINE_FACTS = `
  SELECT lower(trim(m.Name)) AS engine,
         e.Code AS element,
         p.AttributeId AS text,
         f.Name AS name,
         p.CreatedOn AS editedOn
  FROM EngineModelPattern p
  JOIN EngineModel m ON m.Id = p.EngineModelId
  JOIN Element e ON e.Id = p.ElementId
  LEFT JOIN FuelType f ON e.Code = 'FuelTypePrimary' AND f.Id = CAST(p.AttributeId AS INTEGER)
  WHERE e.Code IN ('FuelTypePrimary', 'EngineCylinders', 'DisplacementL')
  ORDER BY m.Id, coalesce(p.UpdatedOn, p.CreatedOn) DESC, p.Id`;

interface LinkRow {
  readonly wmi: string;
  readonly vehicleType: string;
  readonly schema: number;
  readonly yearFrom: number;
  readonly yearTo: number | null;
}

const LINKS = `
  SELECT w.Wmi AS wmi,
         t.Name AS vehicleType,
         l.VinSchemaId AS schema,
         l.YearFrom AS yearFrom,
         l.YearTo AS yearTo
  FROM Wmi w
  JOIN VehicleType t ON t.Id = w.VehicleTypeId
  JOIN Wmi_VinSchema l ON l.WmiId = w.Id
  WHERE coalesce(l.YearTo, 9999) >= ${FIRST_YEAR}
  ORDER BY w.Wmi, l.YearFrom, l.VinSchemaId, l.Id`;

interface PatternRow {
  readonly schema: number;
  readonly keys: string;
  readonly element: string;
  readonly text: string;
  readonly name: string | null;
  readonly make: string | null;
  readonly editedOn: string;
}

const PATTERNS = `
  SELECT p.VinSchemaId AS schema,
         p.Keys AS keys,
         e.Code AS element,
         p.AttributeId AS text,
         coalesce(m.Name, b.Name, d.Name, f.Name, g.Name) AS name,
         k.Name AS make,
         coalesce(p.UpdatedOn, p.CreatedOn) AS editedOn
  FROM Pattern p
  JOIN Element e ON e.Id = p.ElementId
  LEFT JOIN Model m ON e.Code = 'Model' AND m.Id = CAST(p.AttributeId AS INTEGER)
  LEFT JOIN Make_Model mm ON mm.ModelId = m.Id
  LEFT JOIN Make k ON k.Id = mm.MakeId
  LEFT JOIN BodyStyle b ON e.Code = 'BodyClass' AND b.Id = CAST(p.AttributeId AS INTEGER)
  LEFT JOIN DriveType d ON e.Code = 'DriveType' AND d.Id = CAST(p.AttributeId AS INTEGER)
  LEFT JOIN FuelType f ON e.Code IN ('FuelTypePrimary', 'FuelTypeSecondary') AND f.Id = CAST(p.AttributeId AS INTEGER)
  LEFT JOIN GrossVehicleWeightRating g ON e.Code IN ('GVWR', 'GVWR_to') AND g.Id = CAST(p.AttributeId AS INTEGER)
  WHERE e.Code IN ('Model', 'BodyClass', 'Series', 'Trim', 'DriveType', 'FuelTypePrimary', 'FuelTypeSecondary', 'EngineCylinders',
                   'DisplacementL', 'DisplacementCC', 'EngineModel', 'GVWR', 'GVWR_to')
  ORDER BY p.VinSchemaId, p.Id`;

function rowsOf({ keys, element, text, name, make, editedOn }: PatternRow): Row[] {
  const edited = Math.max(0, (Date.parse(`${editedOn.slice(0, 19).replace(' ', 'T')}Z`) - EDITS_BEGIN) / 1000);
  const row = (kind: ElementName, value: Row['value'] | null): Row[] =>
    value === null ? [] : [{ keys, element: kind, value, edited }];
  switch (element) {
    case 'Model':
      return row('model', name === null || make === null ? null : [makeWord(make), name.trim()]);
    case 'BodyClass':
      return row('bodyClass', name);
    case 'DriveType':
      return row('driveType', name);
    case 'FuelTypePrimary':
      return row('fuel', name);
    case 'FuelTypeSecondary':
      return row('secondFuel', name);
    case 'GVWR':
      return row('gvwrKg', gvwrKg(name ?? ''));
    case 'GVWR_to':
      return row('gvwrToKg', gvwrKg(name ?? ''));
    case 'EngineCylinders':
      return row('cylinders', /^[1-9]\d?$/.test(text) ? text : null);
    case 'DisplacementL':
      return row('litres', litresWord(text, 1));
    case 'DisplacementCC':
      return row('litres', litresWord(text, 1000));
    case 'EngineModel':
      return row('engineModel', text.trim() || null);
    case 'Trim':
      return [...row('trim', trimWords(text)), ...row('driveType', driveWord(text))];
    case 'Series':
      return [
        ...row('series', seriesWords(text)),
        ...row('modelNumber', modelNumber(text)),
        ...row('driveType', driveWord(text)),
      ];
    default:
      throw new Error(`PATTERNS selects the element ${element}, which has no place in a row.`);
  }
}

if (import.meta.main) await buildData();
