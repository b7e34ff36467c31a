import { readFileSync, writeFileSync } from 'node:fs';
import { fillCommands } from './commands-page.ts';
import { fillTables } from './provinces-page.ts';
import { fillSecurityTables } from './security-page.ts';
import { fillSettingsTable } from './settings-page.ts';

/** Writes the tables of the documentation that are made from the sample data or from the code. */
for (const [path, fill] of [
  ['./guide/provinces.md', (page: string) => fillTables(page, 'en')],
  ['./guide/fr/provinces.md', (page: string) => fillTables(page, 'fr')],
  ['./guide/commands.md', fillCommands],
  ['./security.md', fillSecurityTables],
  ['./guide/configure.md', fillSettingsTable],
] as const) {
  const file = new URL(path, import.meta.url);
  writeFileSync(file, fill(readFileSync(file, 'utf8')));
}
