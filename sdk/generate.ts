import { writeFileSync } from 'node:fs';
import { contractTypes } from './generate/contract-types.ts';

/** Writes src/contract-types.ts from the contract. It is not committed: contract/openapi.json shows what changed. */
writeFileSync(new URL('./src/contract-types.ts', import.meta.url), contractTypes());
