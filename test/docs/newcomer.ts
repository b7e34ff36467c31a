import { execFileSync, spawn } from 'node:child_process';
import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterwards } from '../kit/processes/afterwards.ts';
import { freePort } from '../kit/processes/free-port.ts';
import { openTerminal, readFences, type Terminal } from '../kit/service/guide.ts';
import { moduleOf, readPage, root } from './run-page.ts';

interface NewPolicies {
  /** The PDF of each way: the README’s, and each page’s by curl and by a program. */
  readonly [way: string]: Buffer;
}

/**
 * Does what README and "getting started" say, word for word. The README is its owner's: it starts the service in a clone
 * of its own. The pages are a partner's, who has an address and an empty folder: the curl tab is typed there, then the
 * TypeScript tab is put into its file and run. The one word that differs is the port, since 8080 may be taken here.
 */
export async function followGettingStarted({ isInstalled }: { readonly isInstalled: boolean }): Promise<NewPolicies> {
  const [clone, port, readme] = await Promise.all([cloneTree(isInstalled), freePort(), readPage('README.md')]);
  const here = (text: string): string => text.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);
  const [start, , firstPolicy] = readFences(readme).filter(({ language }) => language === 'sh');

  // What is installed need not be installed again: npm ci is left out then, and nothing else.
  const command = isInstalled ? start!.text.replace('npm ci && ', '') : start!.text;
  const complaints = startService(command, clone, port);
  await untilHealthy(port, complaints);

  const policies: Record<string, Buffer> = {};
  const owner = await partnersTerminal();
  await owner.run(here(firstPolicy!.text));
  policies.README = await takePdf(owner.folder);
  for (const file of ['docs/guide/getting-started.md', 'docs/guide/fr/getting-started.md']) {
    const fences = readFences(await readPage(file)).map((fence) => ({ ...fence, text: here(fence.text) }));
    const shell = fences.filter(({ language }) => language === 'sh');
    const [install, runProgram] = shell.filter(({ words }) => words.includes('program'));
    const terminal = await partnersTerminal();
    for (const { text } of shell.filter(({ words }) => !words.includes('program'))) await terminal.run(text);
    policies[`${file} by curl`] = await takePdf(terminal.folder);
    await terminal.run(install!.text);
    await writeFile(join(terminal.folder, 'first-policy.mjs'), moduleOf(fences));
    await terminal.run(runProgram!.text);
    policies[`${file} by a program`] = await takePdf(terminal.folder);
  }
  return policies;
}

function partnersTerminal(): Promise<Terminal> {
  return openTerminal({ ...newcomersPath(), NO_PROXY: '127.0.0.1' });
}

/** The files as they are now, committed or not; with this tree's node_modules, or none. */
async function cloneTree(isInstalled: boolean): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-newcomer-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755); // As root, PostgreSQL runs as another user and must reach its data.
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const names = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const name of new Set(names)) await cp(join(root, name), join(folder, name)).catch(ignoreDeleted);
  if (isInstalled) {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    // npm ci builds it, too.
    await cp(join(root, 'sdk/dist'), join(folder, 'sdk/dist'), { recursive: true });
  }
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

// What is installed from nothing takes minutes, and so does a start on a busy machine.
const startMaxMs = 400_000;

async function untilHealthy(port: number, complaints: () => string): Promise<void> {
  const end = Date.now() + startMaxMs;
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
