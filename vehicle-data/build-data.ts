/**
 * Builds src/vehicles/data/vpic.bin from the public source and our overlay: `node vehicle-data/build-data.ts`,
 * 15 seconds. The same input gives the same bytes. It prints which makes, models and trims were gained and lost, so a
 * newer package of the source is taken by installing it, running this, and reading that.
 *
 * For cars, multipurpose vehicles, trucks and incomplete vehicles (chassis cabs, camper vans) it keeps what we show or
 * use in rules. For motorcycles, buses, trailers, low-speed and off-road vehicles it keeps only the model, so that they
 * are "not eligible" and not unknown VINs. Schemas that ended before FIRST_YEAR, plants, brakes, belts and makers'
 * addresses are left out.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { DERIVED, OPEN_YEAR, packData, unpackData } from '../src/vehicles/format.ts';
import { compareData } from './compare-data.ts';
import { type Draft, type ElementName, layOut, type Row } from './lay-out.ts';
import { makeAndModel, makeWord, modelNumber } from './model-words.ts';
import { addOverlay, type Overlay } from './overlay.ts';
import { driveWord, electrificationWord, gvwrKg, levelWord, litresWord } from './powertrain-words.ts';
import { withSource } from './source.ts';
import { seriesWords, trimWords } from './trim-words.ts';

const FIRST_YEAR = 1990;
const EDITS_BEGIN = Date.parse('2010-01-01');
const FULL_TYPES = new Set(['Passenger Car', 'Multipurpose Passenger Vehicle (MPV)', 'Truck', 'Incomplete Vehicle']);
const DATA = new URL('../src/vehicles/data/', import.meta.url);

async function buildData(): Promise<void> {
  const overlayText = readFileSync(new URL('overlay.json', DATA), 'utf8');
  const draft = await withSource(readSource);
  addOverlay(draft, JSON.parse(overlayText) as Overlay);
  const before = unpackData(readFileSync(new URL('vpic.bin', DATA)));
  const data = layOut(draft, createHash('sha256').update(overlayText).digest('hex'));
  const packed = packData(data);
  writeFileSync(new URL('vpic.bin', DATA), packed);
  console.log(compareData(before, data));
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
  const makes = makesOfSchemas(source);
  const schemas: Draft['schemas'] = new Map();
  for (const { links } of makers.values()) for (const { schema } of links) schemas.set(schema, []);
  const engines: PatternRow[] = [];
  for (const pattern of source.prepare(PATTERNS).iterate() as Iterable<unknown> as Iterable<PatternRow>) {
    if (pattern.element !== 'Model' && !fullSchemas.has(pattern.schema)) continue;
    if (pattern.element === 'EngineModel') engines.push(pattern);
    schemas.get(pattern.schema)?.push(...rowsOf(pattern, makes.get(pattern.schema) ?? NO_MAKES));
  }
  addEngineFacts(source, schemas, engines);
  return { makers, schemas };
}

/** The same word means different things to different makers, so the words of a schema are read by its makes. */
function makesOfSchemas(source: DatabaseSync): ReadonlyMap<number, ReadonlySet<string>> {
  const rows = source.prepare(MAKES_OF_SCHEMAS).all() as unknown as { schema: number; make: string }[];
  const bySchema = Map.groupBy(rows, ({ schema }) => schema);
  return new Map([...bySchema].map(([schema, some]) => [schema, new Set(some.map(({ make }) => makeWord(make)))]));
}

const NO_MAKES: ReadonlySet<string> = new Set();

const MAKES_OF_SCHEMAS = `
  SELECT DISTINCT p.VinSchemaId AS schema,
         k.Name AS make
  FROM Pattern p
  JOIN Make_Model mm ON mm.ModelId = CAST(p.AttributeId AS INTEGER)
  JOIN Make k ON k.Id = mm.MakeId
  WHERE p.ElementId = (SELECT Id FROM Element WHERE Code = 'Model')`;

/** The source describes some engines by name ("A25A-FKS"); that is used where a schema says nothing itself. */
function addEngineFacts(source: DatabaseSync, schemas: Draft['schemas'], engines: readonly PatternRow[]): void {
  const facts = source.prepare(ENGINE_FACTS).all() as unknown as (PatternRow & { readonly engine: string })[];
  const factsByEngine = Map.groupBy(facts, ({ engine }) => engine);
  for (const { schema, keys, text } of engines) {
    for (const fact of factsByEngine.get(text.trim().toLowerCase()) ?? []) {
      const derived = rowsOf({ ...fact, keys }, NO_MAKES).map((row) => ({ ...row, edited: DERIVED }));
      schemas.get(schema)?.push(...derived);
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
         coalesce(m.Name, b.Name, d.Name, f.Name, g.Name, v.Name) AS name,
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
  LEFT JOIN ElectrificationLevel v ON e.Code = 'ElectrificationLevel' AND v.Id = CAST(p.AttributeId AS INTEGER)
  WHERE e.Code IN ('Model', 'BodyClass', 'Series', 'Trim', 'DriveType', 'FuelTypePrimary', 'FuelTypeSecondary', 'EngineCylinders',
                   'DisplacementL', 'DisplacementCC', 'EngineModel', 'OtherEngineInfo', 'ElectrificationLevel', 'GVWR', 'GVWR_to')
  ORDER BY p.VinSchemaId, p.Id`;

function rowsOf({ keys, element, text, name, make, editedOn }: PatternRow, makes: ReadonlySet<string>): Row[] {
  const edited = Math.max(0, (Date.parse(`${editedOn.slice(0, 19).replace(' ', 'T')}Z`) - EDITS_BEGIN) / 1000);
  const row = (kind: ElementName, value: Row['value'] | null): Row[] =>
    value === null ? [] : [{ keys, element: kind, value, edited }];
  const powertrainRows = (words: string) => [
    ...row('driveType', driveWord(words)),
    ...row('electrification', electrificationWord(words)),
  ];
  switch (element) {
    case 'Model':
      return name === null || make === null ? [] : [...row('model', makeAndModel(make, name)), ...powertrainRows(name)];
    case 'BodyClass':
      return row('bodyClass', name);
    case 'DriveType':
      return row('driveType', name);
    case 'FuelTypePrimary':
      return row('fuel', name);
    case 'FuelTypeSecondary':
      return [...row('secondFuel', name), ...(isMildHybrid(name, makes) ? [mildHybrid(keys)] : [])];
    case 'ElectrificationLevel':
      return row('electrification', levelWord(name ?? ''));
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
      return row('electrification', electrificationWord(text));
    case 'OtherEngineInfo':
      return powertrainRows(text);
    case 'Trim':
      return [...row('trim', trimWords(text, makes)), ...powertrainRows(text)];
    case 'Series':
      return [
        ...row('series', seriesWords(text, makes)),
        ...row('modelNumber', modelNumber(text)),
        ...powertrainRows(text),
      ];
    default:
      throw new Error(`PATTERNS selects the element ${element}, which has no place in a row.`);
  }
}

/** These makers also give "Electric" as the second fuel of an engine that a 48 V motor only helps: a gasoline car. */
const MILD_HYBRID_MAKES = ['Land Rover', 'Jaguar', 'Genesis', 'Mercedes-Benz', 'Volvo'];

function isMildHybrid(secondFuel: string | null, makes: ReadonlySet<string>): boolean {
  return secondFuel === 'Electric' && MILD_HYBRID_MAKES.some((make) => makes.has(make));
}

function mildHybrid(keys: string): Row {
  return { keys, element: 'electrification', value: 'mild', edited: DERIVED };
}

if (import.meta.main) await buildData();
