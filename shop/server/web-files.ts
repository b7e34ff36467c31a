import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface WebFile {
  readonly bytes: Uint8Array;
  readonly type: string;
  /** Built files have a hash in their name. */
  readonly isForever: boolean;
}

/**
 * The built page and its files, by path; where nothing was built, a page that says so. Read once: they are small, and
 * no path can lead outside the folder.
 */
export function readWebFiles(folder = join(import.meta.dirname, '../dist')): ReadonlyMap<string, WebFile> {
  if (!existsSync(folder))
    return new Map([['/', { bytes: Buffer.from(notBuilt), type: types['.html']!, isForever: false }]]);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const files = names.flatMap((name): [string, WebFile][] => {
    const type = types[extname(name)];
    if (type === undefined) return [];
    const file = { bytes: readFileSync(join(folder, name)), type, isForever: name.startsWith('assets/') };
    return [[name === 'index.html' ? '/' : `/${name}`, file]];
  });
  return new Map(files);
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const notBuilt = `<!doctype html>
<html lang="en"><title>Northbind</title><p>This page is not built. Run: npm ci && npm run build, or copy shop/dist from where that was done.`;
