import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Fence, openTerminal, readFences, type Terminal } from '../kit/service/guide.ts';
import type { TestService } from '../kit/service/service.ts';

export const root = new URL('../../', import.meta.url).pathname;

/** An answer as the page shows it, and as it came. */
export interface ShownAnswer {
  readonly line: number;
  readonly isJson: boolean;
  readonly shown: string;
  readonly got: string;
}

/** What a page is given that it asks its reader to have: another terminal’s folder, addresses of others. */
export interface PageSurroundings {
  readonly folder?: string;
  readonly put?: (text: string) => string;
}

/**
 * Does what a page says: its `sh` blocks in order, in one terminal; then its `ts` blocks as one module, and its
 * `python` and `php` blocks as one script each. A `json` or `text` block is the answer of the `sh` block before it.
 *
 * A call that is refused fails its block, unless the block says that it shows a refusal (`sh refused`). A block that
 * goes on running is `sh background`. One that needs what no test has is `sh outside`, with the reason after it.
 */
export async function runPage(
  markdown: string,
  service: TestService,
  { folder, put = (text) => text }: PageSurroundings = {},
): Promise<readonly ShownAnswer[]> {
  const fences = readFences(markdown)
    .filter(isOfThePage)
    .map((fence) => ({ ...fence, text: put(fence.text) }));
  const terminal = await openTerminal({ NO_PROXY: '127.0.0.1' }, folder);
  const answers = await runCommands(fences, terminal, service);
  await runModule(fences, terminal.folder, service);
  await runPython(fences, terminal, service);
  await runPhp(fences, terminal, service);
  return answers;
}

/** Not what a browser runs, a program of its own, a file, an example, or what another test or none can do. */
export function isOfThePage({ words }: Fence): boolean {
  return !words.some((word) => ['program', 'browser', 'receiver', 'file', 'example', 'outside'].includes(word));
}

async function runCommands(
  fences: readonly Fence[],
  terminal: Terminal,
  service: TestService,
): Promise<readonly ShownAnswer[]> {
  const answers: ShownAnswer[] = [];
  let answer: string | null = null;
  for (const { language, words, text, line } of fences) {
    if (language === 'sh') {
      await terminal.run(
        words.includes('refused') ? 'unset -f curl' : 'curl() { command curl --fail-with-body "$@"; }',
      );
      const typed = atTestService(text, service);
      answer = await terminal.run(words.includes('background') ? `{ ${typed} } > background.log 2>&1 &` : typed);
    }
    if (language !== 'json' && language !== 'text') continue;
    if (answer === null) throw new Error(`Line ${line}: this answer has no command before it.`);
    answers.push({ line, isJson: language === 'json', shown: text, got: answer });
    answer = null;
  }
  return answers;
}

/** The addresses of a sandbox that was started with its defaults, put in the place of the test service's. */
export function atTestService(text: string, { url, checkoutUrl, operatorUrl }: TestService): string {
  return text
    .replaceAll('http://127.0.0.1:8080', url)
    .replaceAll('http://127.0.0.1:8081', checkoutUrl)
    .replaceAll('http://127.0.0.1:8082', operatorUrl);
}

export function moduleOf(fences: readonly Fence[]): string {
  return textOf(fences, 'ts');
}

/** Makes a folder one where `@northbind/sdk` is installed, of the archive that partners get. */
export async function installSdk(folder: string): Promise<void> {
  const place = join(folder, 'node_modules/@northbind/sdk');
  if (existsSync(place)) return;
  await mkdir(place, { recursive: true });
  const archive = join(root, 'sdk/dist/sdk.tgz');
  await promisify(execFile)('tar', ['-xzf', archive, '-C', place, '--strip-components=1']);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
}

/** Its last block may be followed by words of a test's own. */
export async function runModule(
  fences: readonly Fence[],
  folder: string,
  service: TestService,
  afterwards = '',
): Promise<void> {
  const text = moduleOf(fences);
  if (text === '') return;
  await installSdk(folder);
  await writeFile(join(folder, 'page.ts'), atTestService(`${text}\n${afterwards}`, service));
  await promisify(execFile)(process.execPath, ['page.ts'], { cwd: folder });
}

/** Its last block may be followed by words of a test's own. */
export async function runPython(
  fences: readonly Fence[],
  terminal: Terminal,
  service: TestService,
  afterwards = '',
): Promise<string> {
  const text = textOf(fences, 'python');
  if (text === '') return '';
  await writeFile(join(terminal.folder, 'page.py'), atTestService(`${text}\n${afterwards}`, service));
  // Fails on a machine without python3, where the page can't be checked.
  return terminal.run('python3 page.py');
}

async function runPhp(fences: readonly Fence[], terminal: Terminal, service: TestService): Promise<void> {
  const text = textOf(fences, 'php');
  if (text === '') return;
  await writeFile(join(terminal.folder, 'page.php'), atTestService(text, service));
  await terminal.run('php page.php');
}

function textOf(fences: readonly Fence[], language: string): string {
  return fences
    .filter((fence) => fence.language === language)
    .map(({ text }) => text)
    .join('\n');
}

export function readPage(file: string): Promise<string> {
  return readFile(join(root, file), 'utf8');
}
