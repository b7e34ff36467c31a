import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdtemp, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { idsOf, type SystemUser } from './account.ts';
import type { Distribution } from './distribution.ts';
import { diskFull, EmbeddedPostgresError } from './error.ts';
import { type DataFolder, giveToFolderOwner, syncFolder } from './folder.ts';

/** The database role that owns everything. */
export const ROLE = 'northbind';
const MAJOR_VERSION = '18';
const MAKING_PREFIX = 'postgres.making-';
/** Measured: 0.9 s, of which 0.1 s is the sync to disk. The limit allows for a slow machine. */
const INITDB_LIMIT_MS = 120_000;

/**
 * Creates the cluster if it does not exist: in a temporary folder, then put in place by one rename, so that a crash
 * leaves either no cluster or a complete one. The password is written before the cluster.
 */
export async function ensureCluster(
  folder: DataFolder,
  programs: Distribution,
  account: SystemUser,
): Promise<{ readonly password: string; readonly isNew: boolean }> {
  await removeLeftovers(folder);
  const isNew = !(await hasCluster(folder));
  const password = await ensurePassword(folder, isNew);
  if (isNew) await makeCluster({ folder, programs, account, password });
  return { password, isNew };
}

async function hasCluster(folder: DataFolder): Promise<boolean> {
  const version = await readFile(path.join(folder.cluster, 'PG_VERSION'), 'utf8').catch(ifMissing);
  if (version?.trim() === MAJOR_VERSION) return true;
  if (version !== null) {
    throw new EmbeddedPostgresError(
      `${folder.cluster} holds data of PostgreSQL ${version.trim()}, but the built-in one is ${MAJOR_VERSION}: move the data over with pg_dump, or set DATA_DIR to a new folder.`,
    );
  }
  await rmdir(folder.cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return;
    throw new EmbeddedPostgresError(
      `${folder.cluster} holds something that is no PostgreSQL data: move it away, or set DATA_DIR to another folder.`,
    );
  });
  return false;
}

async function ensurePassword(folder: DataFolder, mayMakeNew: boolean): Promise<string> {
  const kept = (await readFile(folder.password, 'utf8').catch(ifMissing))?.trim();
  if (kept) {
    await chmod(folder.password, 0o600);
    return kept;
  }
  if (!mayMakeNew) {
    throw new EmbeddedPostgresError(
      `${folder.password}, which holds the password of the database beside it, is missing: restore that file, or set DATA_DIR to a new folder.`,
    );
  }
  const password = randomBytes(32).toString('hex');
  const draft = `${folder.password}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${password}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await giveToFolderOwner(draft, folder);
  await rename(draft, folder.password);
  await syncFolder(folder.path);
  return password;
}

interface Making {
  readonly folder: DataFolder;
  readonly programs: Distribution;
  readonly account: SystemUser;
  readonly password: string;
}

async function makeCluster({ folder, programs, account, password }: Making): Promise<void> {
  // A new name each time: the initdb of a killed service may still be writing into its folder.
  const making = await mkdtemp(path.join(folder.path, MAKING_PREFIX));
  try {
    const passwordFile = path.join(making, 'password');
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account !== 'self') {
      await chown(passwordFile, account.uid, account.gid);
      await chown(making, account.uid, account.gid);
    }
    const cluster = path.join(making, 'cluster');
    // PostgreSQL's own locale, not the system's, so that sorting is the same on every machine.
    const args = [
      '-D',
      cluster,
      '-U',
      ROLE,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ];
    const options = { ...idsOf(account), env: { LC_ALL: 'C' }, cwd: folder.path, timeout: INITDB_LIMIT_MS };
    await promisify(execFile)(programs.initdb, args, options).catch((error: InitdbFailure) => {
      throw explainInitdb(error, folder);
    });
    await rename(cluster, folder.cluster);
    await syncFolder(folder.path);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

interface InitdbFailure {
  readonly stderr?: string;
  readonly signal?: string;
  readonly code?: unknown;
}

function explainInitdb({ stderr: said = '', signal, code }: InitdbFailure, folder: DataFolder): Error {
  if (/No space left on device|Disk quota exceeded/.test(said)) return diskFull(folder.path);
  if (/could not look up effective user ID/.test(said)) {
    return new EmbeddedPostgresError(
      `The user id ${process.getuid?.()} has no entry in /etc/passwd, which PostgreSQL's initdb needs: start the service as a user that has one, or set DATABASE_URL.`,
    );
  }
  const reason = said.match(/(?:FATAL|error|fatal): +(.+)/)?.[1] ?? signal ?? String(code);
  return new EmbeddedPostgresError(
    `PostgreSQL's initdb could not make a database in ${folder.path} (${reason}): mend that and start again, or set DATA_DIR to another folder.`,
  );
}

/**
 * Removes what a service killed during initdb left. If that initdb is still writing, the next start removes the rest.
 */
async function removeLeftovers(folder: DataFolder): Promise<void> {
  for (const name of await readdir(folder.path)) {
    if (!name.startsWith(MAKING_PREFIX)) continue;
    await rm(path.join(folder.path, name), { recursive: true, force: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY') throw error;
    });
  }
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
