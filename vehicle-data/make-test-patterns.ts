/**
 * Builds src/vehicles/data/test-patterns.json, from which test VINs are made: common vehicles sold in Canada, one
 * pattern per model and model year where the public source has one. The list of models and makers' codes is ours, the
 * patterns are the source's. Run `node vehicle-data/make-test-patterns.ts`.
 */
import { writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { withCheckDigit, yearCode } from '../src/domain/vehicle/vin.ts';
import models from '../src/vehicles/data/test-models.json' with { type: 'json' };
import { loadDecoder } from '../src/vehicles/decoder.ts';
import type { TestPattern } from '../src/vehicles/test-vins.ts';
import { drawVins } from './draw-vins.ts';
import { withSource } from './source.ts';
import { decodeFromSource } from './source-decoder.ts';

const FIRST_YEAR = 2012;
const LAST_YEAR = 2027;
const GVWR_MAX_KG = 4536;
const BODIES = /^(Sedan|Hatchback|Wagon|Coupe|Sport Utility Vehicle|Crossover|Pickup|Minivan)/;

/**
 * The makers' codes of each model, with the last model year where it had one: many schemas of the source have no end
 * although they ended long ago.
 */
const MODELS: Readonly<Record<string, Readonly<Record<string, string>>>> = models;

async function makeTestPatterns(): Promise<void> {
  const decoder = loadDecoder();
  const patterns = await withSource((source) => {
    const found: TestPattern[] = [];
    for (let year = FIRST_YEAR; year <= LAST_YEAR; year++) {
      for (const [make, models] of Object.entries(MODELS)) {
        for (const [model, codes] of Object.entries(models)) {
          const pattern = patternOf(source, { year, make, model, codes: codesIn(codes, year) });
          if (pattern !== null) found.push(pattern);
        }
      }
    }
    return found;
  });
  const lines = patterns.map((pattern) => JSON.stringify(pattern)).join(',\n');
  writeFileSync(new URL('../src/vehicles/data/test-patterns.json', import.meta.url), `[\n${lines}\n]\n`);
  console.log(`${patterns.length} patterns`);

  interface Wanted extends Pick<TestPattern, 'year' | 'make' | 'model'> {
    readonly codes: readonly string[];
  }

  /** Returns the pattern of the VIN for which the source has the most elements. */
  function patternOf(source: DatabaseSync, { year, make, model, codes }: Wanted): TestPattern | null {
    let best: { readonly pattern: TestPattern; readonly known: number } | null = null;
    for (const { modelId } of source.prepare(MODEL_ID).all({ make, model }) as unknown as { modelId: number }[]) {
      for (const { wmi, vds, plant } of codes.flatMap((code) =>
        TURNS.flatMap((turn) => drawVins(source, code, year, modelId, turn)),
      )) {
        const vin = withCheckDigit(`${wmi}${vds}0${yearCode(year)}${plant}100001`);
        const [first] = decoder.decode(vin);
        if (first === undefined || decodeFromSource(source, vin, year)?.model !== model) continue;
        const isLight = (first.gvwrKg ?? 0) <= GVWR_MAX_KG && !/[2-9]500/.test(first.model);
        const isEveryday = isLight && BODIES.test(first.bodyClass ?? '');
        const facts = [first.fuelType, first.engine, first.trim, first.gvwrKg].filter((fact) => fact !== null).length;
        const known = facts + (first.fuelType === 'Gasoline' ? USUAL_FUEL : 0);
        if (!isEveryday || known <= (best?.known ?? -1)) continue;
        best = { pattern: { year, make, model: first.model, wmi, vds, plant }, known };
      }
    }
    return best?.pattern ?? null;
  }
}

/** More than all facts: the source's keys allow diesels and hybrids that were never built. */
const USUAL_FUEL = 10;
const TURNS = [0, 1, 2, 3];

function codesIn(codes: string, year: number): readonly string[] {
  return codes
    .split(' ')
    .map((entry) => entry.split(':'))
    .filter(([, lastYear = '9999']) => year <= Number(lastYear))
    .map(([code = '']) => code);
}

const MODEL_ID = `
  SELECT m.Id AS modelId
  FROM Make k
  JOIN Make_Model mm ON mm.MakeId = k.Id
  JOIN Model m ON m.Id = mm.ModelId
  WHERE k.Name = $make COLLATE NOCASE
    AND m.Name = $model`;

if (import.meta.main) await makeTestPatterns();
