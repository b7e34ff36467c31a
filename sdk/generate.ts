import { readFileSync, writeFileSync } from 'node:fs';
import { contractTypes } from './generate/contract-types.ts';

/** Writes src/contract-types.ts from the contract; with `--check` it only reports whether the file is current. */
const file = new URL('./src/contract-types.ts', import.meta.url);
const text = contractTypes();

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  console.error('sdk/src/contract-types.ts does not match the contract. Run `npm run generate` and commit the result.');
  process.exitCode = 1;
}
