import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './error.ts';
import { type DataFolder, isRoot } from './folder.ts';

/**
 * The user that PostgreSQL runs as. It refuses to run as root, so root starts it as an unprivileged user; any other
 * user runs it directly.
 */
export type SystemUser = 'self' | { readonly name: string; readonly uid: number; readonly gid: number };

/** The account's ids for spawn, or nothing. */
export const idsOf = (account: SystemUser) => (account === 'self' ? {} : { uid: account.uid, gid: account.gid });

export async function chooseAccount(folder: DataFolder): Promise<SystemUser> {
  if (!isRoot()) return 'self';
  const account = (await ownerOfCluster(folder)) ?? (await unprivilegedUser());
  await assertReachable(folder, account);
  return account;
}

async function ownerOfCluster(folder: DataFolder): Promise<Exclude<SystemUser, 'self'> | null> {
  const owner = await stat(path.join(folder.cluster, 'PG_VERSION')).catch(() => null);
  if (owner === null) return null;
  if (owner.uid === 0) {
    throw new EmbeddedPostgresError(
      `${folder.cluster} belongs to root, as whom PostgreSQL refuses to run: give it away with "chown -R nobody ${folder.cluster}".`,
    );
  }
  return { name: `with the id ${owner.uid}`, uid: owner.uid, gid: owner.gid };
}

/** initdb requires a user with a passwd entry; we do not create one. */
async function unprivilegedUser(): Promise<Exclude<SystemUser, 'self'>> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const [name, , uid, gid] = lines.find(([name]) => name === wanted) ?? [];
    if (name !== undefined) return { name: `"${name}"`, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root and there is neither a user "postgres" nor "nobody": start the service as a plain user, or set DATABASE_URL.',
  );
}

/** Tries the access as that user instead of reading modes: access lists and security modules count too. */
async function assertReachable(folder: DataFolder, account: Exclude<SystemUser, 'self'>): Promise<void> {
  const wayDown: string[] = [];
  for (let at = folder.path; at !== path.dirname(at); at = path.dirname(at)) wayDown.unshift(at);
  const tryEach = 'for folder; do cd "$folder" 2>/dev/null || { echo "$folder"; exit 1; }; done';
  try {
    await promisify(execFile)('/bin/sh', ['-c', tryEach, 'sh', ...wayDown], { ...idsOf(account), env: {}, cwd: '/' });
  } catch (error) {
    const { code, stdout } = error as { code?: unknown; stdout?: string };
    if (code === 'EPERM') {
      throw new EmbeddedPostgresError(
        `PostgreSQL refuses to run as root and this root may not switch to the user ${account.name}: start the service as a plain user, or set DATABASE_URL.`,
      );
    }
    const blocking = stdout?.trim() || folder.path;
    throw new EmbeddedPostgresError(
      `PostgreSQL runs as the user ${account.name}, who may not enter ${blocking}: run "chmod o+x ${blocking}", or set DATA_DIR to a folder that this user can reach.`,
    );
  }
}
