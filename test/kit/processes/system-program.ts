import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the path of a program of the system; throws one sentence that says which Debian package has it. */
export function systemProgram(name: string, packageName: string): string {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`This test needs ${name}: apt-get install ${packageName}`);
  return path;
}

export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, name)).find((one) => existsSync(one));
}
