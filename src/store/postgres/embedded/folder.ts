import { constants, existsSync } from 'node:fs';
import { access, chmod, chown, mkdir, open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** The data folder and the file names in it, which no other module knows. */
export interface DataFolder extends ReturnType<typeof filesIn> {
  readonly path: string;
  /** Files that root creates in another user's folder are given to that user, so that both can start the service. */
  readonly owner: { readonly uid: number; readonly gid: number };
}

export const isRoot = (): boolean => process.getuid?.() === 0;

/** PostgreSQL's user can enter a folder created here; an existing folder keeps its modes. */
const ENTERABLE = 0o711;
const OWN = 0o700;

export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  const asked = path.resolve(dataDir);
  const firstMade = await makeFolder(asked);
  if (firstMade !== undefined && isRoot()) {
    for (let folder = asked; folder.length >= firstMade.length; folder = path.dirname(folder)) {
      await chmod(folder, ENTERABLE);
    }
  }
  const folder = await realpath(asked);
  const { uid, gid } = await stat(folder);
  return { path: folder, ...filesIn(folder), owner: { uid, gid } };
}

export function filesIn(folder: string) {
  return {
    cluster: path.join(folder, 'postgres'),
    password: path.join(folder, 'postgres-password'),
    lock: path.join(folder, 'northbind.lock'),
    log: path.join(folder, 'postgres.log'),
  } as const;
}

/**
 * Node's recursive mkdir reports a read-only file system as "no such file", so the nearest existing folder is checked.
 */
async function makeFolder(asked: string): Promise<string | undefined> {
  try {
    return await mkdir(asked, { recursive: true, mode: OWN });
  } catch (error) {
    let nearest = asked;
    while (!existsSync(nearest)) nearest = path.dirname(nearest);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') await access(nearest, constants.W_OK);
    throw error;
  }
}

export async function giveToFolderOwner(file: string, folder: DataFolder): Promise<void> {
  if (isRoot()) await chown(file, folder.owner.uid, folder.owner.gid);
}

/** A rename is durable only after its folder is synced. Windows can't open a folder, and orders renames itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
