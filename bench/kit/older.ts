import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The last version before events, books, idempotency keys, the log of requests and the look for a second policy. */
export const olderCommit = 'ec9f0ac1';
const run = promisify(execFile);

/** The older version with its packages, made once and kept. */
export async function olderTree(): Promise<string> {
  const folder = join(tmpdir(), `northbind-${olderCommit}`);
  if (existsSync(folder)) return folder;
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true });
  const archive = join(part, 'tree.tar');
  await run('git', ['archive', '--output', archive, olderCommit], {
    cwd: new URL('../..', import.meta.url).pathname,
  });
  await run('tar', ['xf', archive, '-C', part]);
  console.log('installing the older version');
  await run('npm', ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'], { cwd: part });
  await rename(part, folder);
  return folder;
}
