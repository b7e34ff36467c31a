import { readFileSync, writeFileSync } from 'node:fs';
import { fillTables } from './provinces-page.ts';

/** Writes the tables of the guide that are made from the sample data. */
for (const [path, language] of [
  ['./guide/provinces.md', 'en'],
  ['./guide/fr/provinces.md', 'fr'],
] as const) {
  const file = new URL(path, import.meta.url);
  writeFileSync(file, fillTables(readFileSync(file, 'utf8'), language));
}
