/**
 * Loaded before a program (`node --import`): names that end in `.example` are this machine, unless the file
 * UNKNOWN_NAMES says that nobody knows them. Read at each look-up, so that a name can be lost and come back.
 */
import { readFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

type Told = (error: Error | null, addresses?: unknown, family?: number) => void;
type LookUp = (name: string, options: unknown, tell?: Told) => unknown;

// The object that all parts of Node.js share, not a copy.
const dns = createRequire(import.meta.url)('node:dns') as {
  lookup: LookUp;
  Resolver: { prototype: Record<'resolve4' | 'resolve6', (name: string, tell: Told) => unknown> };
};
const isOurs = (name: string): boolean => name.endsWith('.example');
const areUnknown = (): boolean => readFileSync(process.env.UNKNOWN_NAMES ?? '', 'utf8').trim() === 'unknown';
const notFound = (name: string): Error =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
    hostname: name,
  });

const lookUp = dns.lookup;
dns.lookup = (name, options, tell = options as Told) => {
  if (!isOurs(name)) return lookUp(name, options, tell);
  if (areUnknown()) return process.nextTick(tell, notFound(name));
  return lookUp('127.0.0.1', typeof options === 'object' ? options : {}, tell);
};
const { prototype } = dns.Resolver;
for (const method of ['resolve4', 'resolve6'] as const) {
  const resolve = prototype[method];
  // Asks name servers, which know nothing of ours; whoever gets nothing here asks `lookup`.
  prototype[method] = function (this: unknown, name, tell) {
    return isOurs(name) ? process.nextTick(tell, notFound(name)) : resolve.call(this, name, tell);
  };
}
syncBuiltinESMExports();
