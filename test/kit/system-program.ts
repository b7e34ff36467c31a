import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of a program of the system. Throws one sentence that says which package to install. */
export function systemProgram(name: string, packageName: string = name): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin'];
  const found = folders.map((folder) => join(folder, name)).find(isExecutable);
  if (found === undefined)
    throw new Error(`This test needs ${name}, which is not installed here: apt-get install ${packageName}`);
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
