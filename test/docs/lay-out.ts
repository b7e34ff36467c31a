import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterwards } from '../kit/processes/afterwards.ts';
import { root } from './run-page.ts';

/** The folder of Northbind as an operator has it: everything of the repository, and room for files of their own. */
export async function layOut(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-operate-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  for (const name of await readdir(root)) {
    if (!name.startsWith('.')) await symlink(join(root, name), join(folder, name));
  }
  return folder;
}
