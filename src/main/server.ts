import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Reading TypeScript is a good part of a start; what was read once is kept, where only who may change the code may
// write. Where nobody may write, nothing is kept.
module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/northbind', import.meta.url)));
await import('./service-process.ts');
