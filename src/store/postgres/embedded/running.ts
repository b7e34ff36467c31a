import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DATABASE } from '../embedded.ts';
import { ROLE } from './cluster.ts';
import { filesIn } from './folder.ts';

/**
 * Returns the address of the built-in PostgreSQL that runs on this folder; null if none does. PostgreSQL writes its
 * port to postmaster.pid and removes the file when it stops. After a SIGKILL of both the file remains, so the address
 * may be stale.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  try {
    const files = filesIn(dataDir);
    const lines = (await readFile(path.join(files.cluster, 'postmaster.pid'), 'utf8')).split('\n');
    const password = (await readFile(files.password, 'utf8')).trim();
    return `postgres://${ROLE}:${password}@127.0.0.1:${Number(lines[portLine])}/${DATABASE}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const portLine = 3;
