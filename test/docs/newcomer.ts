import { execFileSync, spawn } from 'node:child_process';
import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterwards } from '../kit/afterwards.ts';
import { freePort } from '../kit/free-port.ts';
import { openTerminal, readFences } from '../kit/guide.ts';
import { moduleOf, readPage, root } from './run-page.ts';

/**
 * Does what "getting started" says, word for word, in a clone of its own: starts the service, types the curl tab into a
 * second terminal, then puts the SDK tab into its file and runs it. Returns the PDF of each. The one word that differs
 * is the port, since 8080 may be taken here.
 */
export async function followGettingStarted(
  file: string,
  { isInstalled }: { readonly isInstalled: boolean },
): Promise<{ readonly curl: Buffer; readonly sdk: Buffer }> {
  const [clone, port, page] = await Promise.all([cloneTree(isInstalled), freePort(), readPage(file)]);
  const here = (text: string): string => text.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);
  const fences = readFences(page);
  const [start, runFile] = fences.filter(({ words }) => words.includes('start')).map(({ text }) => text);

  // What is installed need not be installed again: npm ci is left out then, and nothing else.
  const complaints = startService(isInstalled ? start!.replace('npm ci && ', '') : start!, clone, port);
  await untilHealthy(port, isInstalled ? 60_000 : 400_000, complaints);

  const terminal = await openTerminal({ ...newcomersPath(), NO_PROXY: '127.0.0.1' }, clone);
  const typed = fences.filter(({ language, words }) => language === 'sh' && !words.includes('start'));
  for (const { text } of typed) await terminal.run(here(text));
  const curl = await takePdf(clone);

  await writeFile(join(clone, 'first-policy.ts'), here(moduleOf(fences)));
  await terminal.run(runFile!);
  return { curl, sdk: await takePdf(clone) };
}

/** The files as they are now, committed or not; with this tree's node_modules, or none. */
async function cloneTree(isInstalled: boolean): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-newcomer-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755); // As root, PostgreSQL runs as another user and must reach its data.
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const names = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const name of new Set(names)) await cp(join(root, name), join(folder, name)).catch(ignoreDeleted);
  if (isInstalled) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Returns what it has printed to stderr so far, for the message when it does not start. */
function startService(command: string, folder: string, port: number): () => string {
  const own = { ...newcomersPath(), PORT: String(port), CHECKOUT_PORT: '0', OPERATOR_PORT: '0', LOG_LEVEL: 'warn' };
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const service = spawn('bash', ['-c', command], {
    cwd: folder,
    env: { ...inherited, ...own },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let complaints = '';
  service.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  afterwards(async () => {
    // All of its group: the shell, npm and the service, which takes its PostgreSQL along.
    sendToGroup(service.pid!, 'SIGTERM');
    while (sendToGroup(service.pid!, 0)) await sleep(100);
  });
  return () => complaints;
}

function sendToGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

async function untilHealthy(port: number, patienceMs: number, complaints: () => string): Promise<void> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthcheck`).catch(() => null);
    if (answer?.status === 200) return;
    if (Date.now() > end) throw new Error(`The service did not start in time.\n${complaints()}`);
    await sleep(100);
  }
}

/** The Node.js of the machine, not the one that npm puts before it for a test run. */
function newcomersPath(): Readonly<Record<string, string>> {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  return { PATH: folders.join(':') };
}

async function takePdf(folder: string): Promise<Buffer> {
  const pdf = await readFile(join(folder, 'policy.pdf'));
  await rm(join(folder, 'policy.pdf'));
  return pdf;
}
