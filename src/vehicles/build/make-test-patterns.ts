/**
 * Builds src/vehicles/data/test-patterns.json, from which test VINs are made: common vehicles sold in Canada, one
 * pattern per model and model year where the public source has one. The list of models and makers' codes is ours, the
 * patterns are the source's. Run `node src/vehicles/build/make-test-patterns.ts`.
 */
import { writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { withCheckDigit, yearCode } from '../../domain/vehicle/vin.ts';
import { loadDecoder } from '../decoder.ts';
import type { TestPattern } from '../test-vins.ts';
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
const MODELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Acura: { MDX: '2HN:2013 5FR:2016 5J8', RDX: '5J8', TLX: '19U:2025', ILX: '19V:2015 19U:2022' },
  Audi: { A4: 'WAU:2025', Q5: 'WA1', Q3: 'WA1' },
  BMW: { X3: '5UX', X5: '5UX', '330i': 'WBA:2019 3MW', '328i': 'WBA:2016' },
  Buick: { Encore: 'KL4:2022', Enclave: '5GA', Envision: 'LRB' },
  Cadillac: { XT5: '1GY:2025', XT4: '1GY:2025', SRX: '3GY:2016', Escalade: '1GY' },
  Chevrolet: {
    Silverado: '3GC 1GC',
    Equinox: '2GN:2020 3GN',
    Malibu: '1G1:2025',
    Cruze: '1G1:2018',
    Traverse: '1GN',
    Trax: '3GN:2020 KL7',
  },
  Chrysler: { Pacifica: '2C4', '300': '2C3:2023', 'Grand Caravan': '2C4' },
  Dodge: { 'Grand Caravan': '2C4:2020', Journey: '3C4:2020', Durango: '1C4' },
  Ford: {
    'F-150': '1FT',
    Escape: '1FM:2026',
    Explorer: '1FM',
    Edge: '2FM:2024',
    'Bronco Sport': '3FM',
    Maverick: '3FT',
    Fusion: '3FA:2020',
  },
  GMC: { Sierra: '3GT', Terrain: '2GK:2017 3GK', Acadia: '1GK' },
  Honda: { Civic: '2HG', 'CR-V': '2HK', Accord: '1HG', Odyssey: '5FN', Pilot: '5FN', 'HR-V': '3CZ' },
  Hyundai: {
    Elantra: '5NP:2020 KMH',
    Tucson: 'KM8',
    'Santa Fe': '5NM',
    Kona: 'KM8',
    Accent: 'KMH:2017',
    Venue: 'KMH',
  },
  Infiniti: { Q50: 'JN1:2024', QX60: '5N1' },
  Jeep: { Wrangler: '1C4', Cherokee: '1C4:2023', 'Grand Cherokee': '1C4', Compass: '3C4' },
  Kia: {
    Forte: 'KNA:2018 3KP:2024',
    Sportage: 'KND',
    Sorento: '5XY',
    Soul: 'KND:2025',
    Seltos: 'KND',
    Telluride: '5XY',
  },
  Lexus: { RX: '2T2', NX: 'JTJ:2021 2T2', ES: 'JTH:2015 58A:2025', IS: 'JTH' },
  Lincoln: { Nautilus: '2LM:2023 5LM', Corsair: '5LM', MKX: '2LM:2018', MKC: '5LM:2019' },
  Mazda: {
    Mazda3: 'JM1',
    'CX-5': 'JM3',
    'CX-30': '3MV',
    'CX-50': '7MM',
    'CX-9': 'JM3:2023',
    'CX-90': 'JM3',
  },
  'Mercedes-Benz': {
    'C-Class': 'WDD:2014 55S:2020 W1K',
    'GLC-Class': 'WDC:2020 W1N',
    'GLE-Class': '4JG',
    'GLK-Class': 'WDC:2015',
  },
  Mitsubishi: { Outlander: 'JA4', RVR: 'JA4:2024', 'Eclipse Cross': 'JA4:2025', Mirage: 'ML3:2024' },
  Nissan: { Rogue: '5N1 JN8', Sentra: '3N1', Altima: '1N4:2025', Kicks: '3N1:2024', Pathfinder: '5N1', Murano: '5N1' },
  Ram: { '1500': '1C6' },
  Subaru: { Outback: '4S4:2025', Forester: 'JF2', Crosstrek: 'JF2', Impreza: '4S3:2023 JF1', Ascent: '4S4' },
  Tesla: { 'Model 3': '5YJ', 'Model S': '5YJ', 'Model Y': '5YJ:2021 7SA' },
  Toyota: {
    Corolla: '2T1:2019 5YF',
    Camry: '4T1',
    RAV4: '2T3',
    Highlander: '5TD',
    Sienna: '5TD',
    Tacoma: '3TM 3TY',
    Tundra: '5TF',
  },
  Volkswagen: { Jetta: '3VW', Tiguan: 'WVG:2017 3VV', Atlas: '1V2', Taos: '3VV', Passat: '1VW:2022' },
  Volvo: { XC60: 'YV4', XC90: 'YV4', XC40: 'YV4' },
};

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
  writeFileSync(new URL('../data/test-patterns.json', import.meta.url), `[\n${lines}\n]\n`);
  console.log(`${patterns.length} patterns`);

  interface Wanted {
    readonly year: number;
    readonly make: string;
    readonly model: string;
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
        const known = [first.fuelType, first.engine, first.trim, first.gvwrKg].filter((fact) => fact !== null).length;
        if (!isEveryday || known <= (best?.known ?? -1)) continue;
        best = { pattern: { year, make, model: first.model, wmi, vds, plant }, known };
      }
    }
    return best?.pattern ?? null;
  }
}

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
