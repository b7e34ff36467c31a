import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from './openapi.ts';

/** Writes openapi.json beside this file; with `--check` only says whether it is what would be written. */
const file = new URL('./openapi.json', import.meta.url);
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  console.error('contract/openapi.json does not match the operations. Run `npm run generate` and commit the result.');
  process.exitCode = 1;
}
