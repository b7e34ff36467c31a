import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterwards } from '../kit/afterwards.ts';

const root = new URL('../../', import.meta.url).pathname;
const run = promisify(execFile);

/**
 * The service as it stood at a commit, in a folder of its own: its sources and its contract, with today's libraries.
 * Returns the path of its server.
 */
export async function unpackVersion(commit: string): Promise<string> {
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
  await linkLibraries(folder);
  return join(folder, 'src/main/server.ts');
}

/** All of today's libraries, except that the contract is the version's own. */
async function linkLibraries(folder: string): Promise<void> {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(join(to, '@northbind'), { recursive: true });
  for (const name of await readdir(from))
    if (name !== '@northbind' && !name.startsWith('.')) await symlink(join(from, name), join(to, name));
  await symlink(join(folder, 'contract'), join(to, '@northbind/contract'));
}
