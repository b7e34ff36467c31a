import { constants } from 'node:fs';
import { access, open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './error.ts';
import { type DataFolder, giveToFolderOwner } from './folder.ts';

/*
 * One service per data folder, by a lock that the kernel releases when the holder ends.
 *
 * A file with a process id can't be trusted: ids are reused, in a container every service is process 1 or 7, and
 * between checking that the holder is dead and taking its place, a second process may do the same. A file lock avoids
 * this: taking it is atomic, SIGKILL releases it, and containers that share the folder see it. Node has no call for
 * one, but its SQLite takes such a lock when an exclusive transaction begins. Nothing is written: the file stays empty
 * and no journal is created, so that a full disk does no harm here.
 *
 * Two traps. The file is never removed: a second process could hold a lock on the removed file and a third on the new
 * one. And this process must not open and close the file in any other way: closing any handle drops a POSIX lock.
 */

/** How long to wait for a killed holder to release the lock. */
const PATIENCE_MS = 2_000;
const POLL_MS = 25;
const SQLITE_BUSY = 5;

/** Returns a function that releases it. */
export async function takeLock(folder: DataFolder): Promise<() => void> {
  await makeLockFile(folder);
  for (let waitedMs = 0; waitedMs <= PATIENCE_MS; waitedMs += POLL_MS) {
    const release = tryLock(folder);
    if (release !== null) return release;
    await sleep(POLL_MS);
  }
  throw new EmbeddedPostgresError(
    `Another Northbind service is using ${folder.path}: stop that one first, or give this one a DATA_DIR of its own.`,
  );
}

async function makeLockFile(folder: DataFolder): Promise<void> {
  try {
    await (await open(folder.lock, 'wx', 0o600)).close();
    await giveToFolderOwner(folder.lock, folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await access(folder.lock, constants.R_OK | constants.W_OK);
  }
}

function tryLock(folder: DataFolder): (() => void) | null {
  const file = new DatabaseSync(folder.lock, { timeout: 0 });
  try {
    file.exec('PRAGMA journal_mode = MEMORY');
    file.exec('BEGIN EXCLUSIVE');
    return () => file.close();
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    throw new EmbeddedPostgresError(
      `${folder.lock} can't be locked (${error instanceof Error ? error.message : error}): set DATA_DIR to a folder on a local disk.`,
    );
  }
}
