/**
 * Makes test/vehicles/expected.json: VINs over makes and model years, with what the reference decoder says of them.
 * None of it passes through our own decoder: `node vehicle-data/make-expected.ts`.
 */
import { writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { withCheckDigit, yearCode } from '../src/domain/vehicle/vin.ts';
import { drawVins } from './draw-vins.ts';
import { withSource } from './source.ts';
import { decodeFromSource, type SourceVehicle } from './source-decoder.ts';

export type ExpectedVehicle = { readonly vin: string; readonly year: number } & SourceVehicle;

const FIRST_YEAR = 2000;
const LAST_YEAR = 2027;
// biome-ignore format: one line is one list
const MAKES = ['Acura', 'Alfa Romeo', 'Audi', 'Bentley', 'BMW', 'Buick', 'Cadillac', 'Chevrolet', 'Chrysler', 'Dodge', 'Fiat', 'Ford', 'Genesis', 'GMC', 'Honda', 'Hummer', 'Hyundai', 'Infiniti', 'Jaguar', 'Jeep', 'Kia', 'Land Rover', 'Lexus', 'Lincoln', 'Maserati', 'Mazda', 'Mercedes-Benz', 'Mercury', 'MINI', 'Mitsubishi', 'Nissan', 'Oldsmobile', 'Polestar', 'Pontiac', 'Porsche', 'Ram', 'Rivian', 'Saab', 'Saturn', 'smart', 'Subaru', 'Suzuki', 'Tesla', 'Toyota', 'Volkswagen', 'Volvo'];

/** What our overlay says otherwise, and means to. */
const OVERLAID = [/^JN1BJ1/, /^KNAH[TU]8/, /^2HH(FD|ES3)/, /^WDD(FH3|MH4)/, /^LRW/, /^3N1CK3C/, /^JTDBBRBE/];

async function makeFixtures(): Promise<void> {
  const expected = await withSource((source) => {
    const found: ExpectedVehicle[] = [];
    for (let year = FIRST_YEAR; year <= LAST_YEAR; year++) {
      MAKES.forEach((make, index) => {
        const isFord = make === 'Ford'; // whose trucks other decoders get wrong
        for (let turn = 0; turn < (isFord ? 4 : 1); turn++) {
          const one =
            (index + year) % 2 === 0 || isFord ? oneOf(source, make, year, index + year * 5 + turn * 3) : null;
          if (one !== null) found.push(one);
        }
      });
    }
    return [...new Map(found.map((one) => [one.vin, one])).values()];
  });
  writeFileSync(new URL('../test/vehicles/expected.json', import.meta.url), `${JSON.stringify(expected, null, 2)}\n`);
  console.log(`${expected.length} VINs of ${new Set(expected.map(({ make }) => make)).size} makes`);
}

function oneOf(source: DatabaseSync, make: string, year: number, turn: number): ExpectedVehicle | null {
  const lines = source.prepare(MODEL_LINES).all({ make, year }) as unknown as { wmi: string; modelId: number }[];
  for (let tries = 0; tries < lines.length; tries++) {
    const { wmi, modelId } = lines[(turn + tries) % lines.length]!;
    for (const drawn of drawVins(source, wmi, year, modelId, turn)) {
      const vin = withCheckDigit(`${wmi}${drawn.vds}0${yearCode(year)}${drawn.plant}100001`);
      const answer = decodeFromSource(source, vin, year);
      if (answer !== null && !OVERLAID.some((pattern) => pattern.test(vin))) return { vin, year, ...answer };
    }
  }
  return null;
}

const MODEL_LINES = `
  SELECT DISTINCT w.Wmi AS wmi,
         m.Id AS modelId
  FROM Make k
  JOIN Make_Model mm ON mm.MakeId = k.Id
  JOIN Model m ON m.Id = mm.ModelId
  JOIN Pattern p ON p.ElementId = 28 AND p.AttributeId = CAST(m.Id AS TEXT)
  JOIN Wmi_VinSchema l ON l.VinSchemaId = p.VinSchemaId
  JOIN Wmi w ON w.Id = l.WmiId
  JOIN VehicleType t ON t.Id = w.VehicleTypeId
  WHERE k.Name = $make
    AND t.Name IN ('Passenger Car', 'Multipurpose Passenger Vehicle (MPV)', 'Truck')
    AND length(w.Wmi) = 3
    AND $year BETWEEN l.YearFrom AND coalesce(l.YearTo, 2999)
  ORDER BY w.Wmi, m.Id`;

if (import.meta.main) await makeFixtures();
