import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterwards } from '../kit/afterwards.ts';
import type { Release } from './release.ts';

const root = new URL('../../', import.meta.url).pathname;
const run = promisify(execFile);

/**
 * The service as it was released, in a folder of its own: its sources and its contract, with today's libraries and
 * those that it alone needs. Returns the path of its server.
 */
export async function unpackVersion({ commit, folder: frozen }: Release): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-version-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  const archive = join(folder, 'version.tar');
  const wanted = ['src', 'contract', 'package.json'];
  await run('git', ['archive', '--output', archive, commit, ...wanted], { cwd: root }).catch((error: Error) => {
    throw new Error(`This test needs the history back to ${commit}; a shallow clone lacks it: git fetch --unshallow`, {
      cause: error,
    });
  });
  await run('tar', ['-xf', archive, '-C', folder]);
  await linkLibraries(folder, await installFormer(frozen, folder));
  return join(folder, 'src/main/server.ts');
}

/**
 * Installs the libraries that only the release needs: a package with a lock file of its own, if there are any. Returns
 * their folders.
 */
async function installFormer(frozen: string, folder: string): Promise<readonly string[]> {
  if (!existsSync(join(frozen, 'package.json'))) return [];
  const former = join(folder, 'former');
  await mkdir(former);
  for (const name of ['package.json', 'package-lock.json']) await copyFile(join(frozen, name), join(former, name));
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: former });
  return [join(former, 'node_modules')];
}

/** All of today's libraries, then the former ones; except that the contract is the version's own. */
async function linkLibraries(folder: string, former: readonly string[]): Promise<void> {
  const to = join(folder, 'node_modules');
  await mkdir(join(to, '@northbind'), { recursive: true });
  for (const from of [join(root, 'node_modules'), ...former])
    for (const name of await readdir(from))
      if (!name.startsWith('.') && !existsSync(join(to, name))) await symlink(join(from, name), join(to, name));
  await symlink(join(folder, 'contract'), join(to, '@northbind/contract'));
}
