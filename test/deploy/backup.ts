import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { filesIn } from '../../src/store/postgres/embedded/folder.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/store/postgres/embedded.ts';
import { inDatabase } from '../kit/sale/quoting.ts';

/**
 * Backup and restore by PostgreSQL's own means alone: the functions that every backup tool uses, and cp. npm's programs
 * have neither pg_dump nor pg_basebackup.
 */
export interface Site extends EmbeddedPostgres {
  readonly folder: string;
  readonly closing: Closing;
}

export interface Kept {
  readonly restore: (upTo: 'all of the log' | 'nothing after the copy' | Date) => Promise<Site>;
}

/** Takes what is to be closed in the end. */
type Closing = (close: () => unknown) => void;

/** A PostgreSQL that hands its log over to the archive, as the guide sets it. */
export async function startSite(closing: Closing): Promise<Site> {
  const folder = await newFolder(closing);
  const archive = archiveOf(folder);
  await mkdir(archive);
  await chmod(archive, 0o777); // As root, PostgreSQL runs as another user.
  return startIn(folder, closing, {
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  });
}

/** Copies the files of the running database, while `meanwhile` is done over and over. */
export async function backUp(site: Site, meanwhile: () => Promise<void>): Promise<Kept> {
  const { closing } = site;
  const copy = await newFolder(closing);
  const client = new pg.Client({ connectionString: site.url });
  await client.connect(); // Has to stay: a backup belongs to its session.
  await client.query(`SELECT pg_backup_start('test', fast => true)`);
  let isCopying = true;
  const busy = (async () => {
    do await meanwhile();
    while (isCopying);
  })();
  await copyFiles(site.folder, copy).finally(() => {
    isCopying = false;
  });
  await busy;
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
  await client.end();
  return {
    restore: async (upTo) => {
      const folder = await newFolder(closing);
      await copyFiles(copy, folder);
      await put(folder, 'backup_label', rows[0]!.labelfile);
      await put(folder, 'recovery.signal', '');
      return startIn(folder, closing, {
        hot_standby: 'off', // Refuses connections until recovery is done.
        restore_command: `cp ${archiveOf(site.folder)}/%f %p`,
        ...(upTo === 'nothing after the copy' && { recovery_target: 'immediate' }),
        // While it starts, PostgreSQL knows no names of time zones, not even Z.
        ...(upTo instanceof Date && { recovery_target_time: upTo.toISOString().replace('Z', '+00') }),
        ...(upTo !== 'all of the log' && { recovery_target_action: 'promote' }),
      });
    },
  };
}

/** What was committed until now is in the archive when this is done. */
export async function archiveUpToNow({ url }: Site): Promise<void> {
  const [{ file }] = await inDatabase(url, 'SELECT pg_walfile_name(pg_current_wal_lsn()) AS file');
  await inDatabase(url, 'SELECT pg_switch_wal()');
  for (;;) {
    const [{ last }] = await inDatabase(url, 'SELECT last_archived_wal AS last FROM pg_stat_archiver');
    if (last !== null && last >= file) return;
    await sleep(50);
  }
}

async function startIn(folder: string, closing: Closing, settings: Readonly<Record<string, string>>): Promise<Site> {
  const log = (): void => undefined;
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log, settings: { fsync: 'off', ...settings } });
  closing(postgres.stop);
  return { ...postgres, folder, closing };
}

async function newFolder(closing: Closing): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-backup-'));
  await chmod(folder, 0o755);
  closing(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const archiveOf = (folder: string): string => join(folder, 'archive');

/**
 * Files keep their owner. What the server alone may have is left out: its lock file, and its log, which comes from the
 * archive.
 */
async function copyFiles(from: string, to: string): Promise<void> {
  const [source, target] = [filesIn(from), filesIn(to)];
  await cp(source.password, target.password);
  await cp(source.cluster, target.cluster);
  await rm(join(target.cluster, 'postmaster.pid'), { force: true });
  const log = join(target.cluster, 'pg_wal');
  const { uid, gid } = await stat(target.cluster);
  await rm(log, { recursive: true });
  for (const folder of [log, join(log, 'archive_status'), join(log, 'summaries')]) {
    await mkdir(folder, { mode: 0o700 });
    await chown(folder, uid, gid);
  }
}

/** Files may vanish while they are copied, such as those of the log: that is as PostgreSQL's manual has it. */
function cp(from: string, to: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile('cp', ['-a', from, to], (error, _stdout, stderr) => {
      const faults = stderr.split('\n').filter((line) => line !== '' && !/No such file or directory/.test(line));
      if (error === null || faults.length === 0) resolve();
      else reject(error);
    });
  });
}

async function put(folder: string, name: string, text: string): Promise<void> {
  const { cluster } = filesIn(folder);
  const { uid, gid } = await stat(cluster);
  await writeFile(join(cluster, name), text, { mode: 0o600 });
  await chown(join(cluster, name), uid, gid);
}
