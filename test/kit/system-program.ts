import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the path of a program of the system; throws one sentence that says which Debian package has it. */
export function systemProgram(name: string, packageName: string): string {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin'];
  const path = folders.map((folder) => join(folder, name)).find((one) => existsSync(one));
  if (path === undefined) throw new Error(`This test needs ${name}: apt-get install ${packageName}`);
  return path;
}
