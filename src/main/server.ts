import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiling TypeScript is a large part of a start, so the result is cached where only those who may change the code may
// write. Without write access nothing is cached.
module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/northbind', import.meta.url)));
await import('./service-process.ts');
