import { readFileSync, writeFileSync } from 'node:fs';
import { fillCommands } from './commands-page.ts';
import { fillHouse } from './house.ts';
import { fillTables } from './provinces-page.ts';
import { fillScopes, scopePages } from './scopes-page.ts';
import { fillSecurityTables } from './security-page.ts';
import { fillSettingsTable } from './settings-page.ts';

/** Writes what the documentation has from the sample data, from the code or from the folders. */
for (const [path, fill] of [
  ['./guide/provinces.md', (page: string) => fillTables(page, 'en')],
  ['./guide/fr/provinces.md', (page: string) => fillTables(page, 'fr')],
  ...scopePages.flatMap((name) => [
    [`./guide/${name}`, (page: string) => fillScopes(page, 'en')] as const,
    [`./guide/fr/${name}`, (page: string) => fillScopes(page, 'fr')] as const,
  ]),
  ['./guide/commands.md', fillCommands],
  ['./security.md', fillSecurityTables],
  ['../ARCHITECTURE.md', fillHouse],
  ['./guide/configure.md', fillSettingsTable],
] as const) {
  const file = new URL(path, import.meta.url);
  writeFileSync(file, fill(readFileSync(file, 'utf8')));
}
