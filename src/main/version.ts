import { readFileSync } from 'node:fs';

/** The version of the service, as its package says. */
export const version: string = readVersion();

function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
