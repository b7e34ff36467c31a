/**
 * Prints what the shop says of 60 vehicles that are popular in Canada, model years 2016 to 2027, twelve of them plug-in
 * or electric, and whether they can be sold: `node test/vehicles/show-popular.ts`, to be read line by line.
 */
import { readFileSync } from 'node:fs';
import { parseRateBook } from '../../src/domain/tariff/parse-rate-book.ts';
import { isEligible, judgeEligibility } from '../../src/domain/vehicle/eligibility.ts';
import { inWords } from '../../src/domain/vehicle/vehicle-words.ts';
import { withCheckDigit, yearCode } from '../../src/domain/vehicle/vin.ts';
import { loadDecoder } from '../../src/vehicles/decoder.ts';

const COUNT = 60;
/** The first eight characters and the plant, by model year. */
const PLUGGED = `2016 5YJSE1E2F 2018 1N4AZ1CPC 2019 1G1FY6S04 2020 5YJ3E1EAF 2021 2C4RC1L7R 2022 1C4JJXP6W 2022 KM8KNDAFU
  2023 1FMCU0E1U 2023 JTMFB3FVD 2024 KNDC3DLC5 2024 JA4T5UA9Z 2025 7SAYGDEEA`;

const decoder = loadDecoder();
const sample = readFileSync(new URL('../../src/sandbox/data/rate-book.json', import.meta.url), 'utf8');
const parsed = parseRateBook(JSON.parse(sample));
if (!parsed.ok) throw new Error('The sample rate book has faults.');

for (const vin of [...everyday(), ...plugged()]) {
  const found = decoder.decode(vin);
  const first = found[0];
  if (first === undefined) {
    console.log(`${vin}  not resolved`);
    continue;
  }
  const { year, make, model, bodyClass, driveType, fuelType, engine } = inWords(first, 'en');
  const trims = [...new Set(found.map(({ trim }) => trim ?? '-'))].join(', ');
  const verdicts = judgeEligibility(parsed.book, first, {
    effectiveDate: '2026-11-15',
    odometer: 20_000,
    purchaseMethod: 'Finance',
    series: ['Prime'],
  });
  const reasons = new Set(verdicts.flatMap((verdict) => verdict.reasons.map(({ code }) => code)));
  const sold = isEligible(verdicts) ? 'sold' : [...reasons].join(', ');
  console.log(
    [vin, year, make, model, trims, engine, fuelType, driveType, bodyClass, sold]
      .map((fact) => fact ?? '-')
      .join(' | '),
  );
}

/** Of the VINs known by hand, whose patterns are real. */
function everyday(): string[] {
  const known: readonly { readonly vin: string; readonly year: number }[] = JSON.parse(
    readFileSync(new URL('./known-vins.json', import.meta.url), 'utf8'),
  );
  const recent = known.filter(({ year }) => year >= 2016);
  const count = COUNT - plugged().length;
  return Array.from({ length: count }, (_, index) => recent[Math.floor((index * recent.length) / count)]!.vin);
}

function plugged(): string[] {
  return [...PLUGGED.matchAll(/(\d{4}) (\w{8})(\w)/g)].map(([, year, beginning, plant]) =>
    withCheckDigit(`${beginning}0${yearCode(Number(year))}${plant}100001`),
  );
}
