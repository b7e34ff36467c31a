/**
 * Generates test VINs that the public source can decode. A VIN matches one key for the model and one for each other
 * element that the source has for that maker and year, so that it looks like a real one.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { TestPattern } from '../src/vehicles/test-vins.ts';

export type DrawnVin = Pick<TestPattern, 'wmi' | 'vds' | 'plant'>;

interface Pattern {
  readonly schema: number;
  readonly element: string;
  readonly value: string;
  readonly keys: string;
}

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const DIGITS = '0123456789';
const POSITIONS = 7; // 4-8, then year and plant
const YEAR_POSITION = 5;
const CYCLE_POSITION = 3;
const ELEMENTS = [
  'BodyClass',
  'Trim',
  'Series',
  'FuelTypePrimary',
  'EngineCylinders',
  'DisplacementL',
  'EngineModel',
  'GVWR',
  'PlantCity',
];

/**
 * Returns the VINs of one model in one year: at most one for each of its keys. `turn` picks among equal keys, so
 * another turn gives other trims.
 */
export function drawVins(source: DatabaseSync, wmi: string, year: number, modelId: number, turn: number): DrawnVin[] {
  const patterns = source.prepare(PATTERNS).all({ wmi, year }) as unknown as Pattern[];
  const models = patterns.filter(({ element, value }) => element === 'Model' && value === String(modelId));
  return models.flatMap((model) => drawOne(wmi, year, model, patterns, turn) ?? []);
}

function drawOne(wmi: string, year: number, model: Pattern, all: readonly Pattern[], turn: number): DrawnVin | null {
  const open = Array<string>(POSITIONS).fill(LETTERS + DIGITS);
  open[CYCLE_POSITION] = year < 2010 ? DIGITS : LETTERS;
  let sets = narrowed(open, model.keys);
  if (sets === null) return null;
  for (const element of ELEMENTS) {
    const ofElement = all.filter((pattern) => pattern.element === element);
    const ofSchema = ofElement.filter((pattern) => pattern.schema === model.schema);
    const others = ofSchema.length > 0 ? ofSchema : ofElement;
    for (let tries = 0; tries < others.length; tries++) {
      const next = narrowed(sets, others[(tries + turn) % others.length]!.keys);
      if (next === null) continue;
      sets = next;
      break;
    }
  }
  const characters = sets.map((set) => set[turn % set.length]!);
  return { wmi, vds: characters.slice(0, YEAR_POSITION).join(''), plant: characters.at(-1)! };
}

/** Returns null when no VIN matches both. A key on the year or on positions after the plant is skipped. */
function narrowed(sets: readonly string[], keys: string): string[] | null {
  const [vds = '', vis = ''] = keys.split('|');
  const before = vds.match(/\[[^\]]*\]|./g) ?? [];
  const after = vis.match(/\[[^\]]*\]|./g) ?? [];
  if (before.length > YEAR_POSITION || after.length > 2 || (after[0] ?? '*') !== '*') return null;
  const tokens = [...before, ...Array<string>(YEAR_POSITION - before.length).fill('*'), ...after];
  const result = sets.map((set, position) => [...set].filter((one) => fits(one, tokens[position] ?? '*')).join(''));
  return result.every((set) => set !== '') ? result : null;
}

function fits(character: string, token: string): boolean {
  return token === '*' || new RegExp(`^${token === '#' ? '[0-9]' : token}$`).test(character);
}

const PATTERNS = `
  SELECT p.VinSchemaId AS schema,
         e.Code AS element,
         p.AttributeId AS value,
         p.Keys AS keys
  FROM Wmi w
  JOIN Wmi_VinSchema l ON l.WmiId = w.Id
  JOIN Pattern p ON p.VinSchemaId = l.VinSchemaId
  JOIN Element e ON e.Id = p.ElementId
  WHERE w.Wmi = $wmi
    AND $year BETWEEN l.YearFrom AND coalesce(l.YearTo, 2999)
  ORDER BY l.YearFrom DESC, p.Id`;
