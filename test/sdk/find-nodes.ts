import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface FoundNode {
  readonly path: string;
  readonly version: string;
}

/** This Node, and the first of every other major version from 20 on that the PATH leads to. */
export function findNodes(): readonly FoundNode[] {
  const found = new Map<number, FoundNode>();
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  for (const path of [process.execPath, ...paths.filter((one) => existsSync(one))]) {
    const version = versionOf(path);
    const major = Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);
    if (major >= 20 && !found.has(major)) found.set(major, { path, version });
  }
  return [...found.values()];
}

function versionOf(path: string): string {
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 }).trim();
  } catch {
    return ''; // Something else of that name, or nothing that runs here.
  }
}
