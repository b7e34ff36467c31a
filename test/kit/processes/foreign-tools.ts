import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const folder = new URL('../../foreign-tools/', import.meta.url).pathname;
let installed: Promise<string> | null = null;

/**
 * Installs other people's tools, which are a private package with a lock file of its own, here and not with the
 * service. Returns their `node_modules`. One file at a time installs; another waits for it.
 */
export function foreignTools(): Promise<string> {
  installed ??= installIn(folder);
  return installed;
}

/** Installs the private package of a folder, unless it is, by the lock file of now. Returns its `node_modules`. */
export async function installIn(folder: string): Promise<string> {
  const modules = join(folder, 'node_modules');
  const changedAt = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.mtimeMs ?? 0;
  const [installedAt, lockedAt] = await Promise.all(
    [join(modules, '.package-lock.json'), join(folder, 'package-lock.json')].map(changedAt),
  );
  if (installedAt! < lockedAt!) {
    console.log(`installing ${folder}`);
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  }
  return modules;
}
