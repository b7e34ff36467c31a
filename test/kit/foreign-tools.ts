import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const folder = new URL('../foreign-tools/', import.meta.url).pathname;
let installed: Promise<string> | null = null;

/**
 * Installs other people's tools, which are a private package with a lock file of its own, here and not with the
 * service. Returns their `node_modules`. One file at a time installs; another waits for it.
 */
export function foreignTools(): Promise<string> {
  installed ??= installIn(folder);
  return installed;
}

/** Installs the private package of a folder, unless it is. Returns its `node_modules`. */
export async function installIn(folder: string): Promise<string> {
  const modules = join(folder, 'node_modules');
  if (!existsSync(join(modules, '.package-lock.json'))) {
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  }
  return modules;
}
