import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterwards } from '../processes/afterwards.ts';

/** A fenced block of a markdown page. */
export interface Fence {
  /** The first word after the fence: sh, json, ts, ... */
  readonly language: string;
  /** The words after it: `tab=curl`, `start`, ... */
  readonly words: readonly string[];
  readonly text: string;
  readonly line: number;
}

export function readFences(markdown: string): readonly Fence[] {
  return Array.from(markdown.matchAll(/^( *)```(\w+)([^\n]*)\n(.*?)^ *```$/gms), (match) => ({
    language: match[2]!,
    words: match[3]!.trim().split(/\s+/).filter(Boolean),
    text: match[4]!.replaceAll(new RegExp(`^${match[1]}`, 'gm'), ''), // A block of a list is indented.
    line: markdown.slice(0, match.index).split('\n').length,
  }));
}

/** One bash in a folder of its own, which keeps its variables from block to block. */
export interface Terminal {
  readonly folder: string;
  /** Runs a block; a command that fails rejects. */
  readonly run: (text: string) => Promise<string>;
}

export async function openTerminal(environment: Readonly<Record<string, string>>, folder?: string): Promise<Terminal> {
  const notes = await mkdtemp(join(tmpdir(), 'northbind-guide-'));
  const place = folder ?? join(notes, 'work');
  await mkdir(place, { recursive: true });
  const shell = spawn('bash', ['--noprofile', '--norc'], {
    cwd: place,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
    detached: true, // A group of its own, so that what a page starts in the background ends with it.
  });
  shell.stdin!.on('error', () => undefined); // The exit of the shell is reported by `ended`.
  afterwards(async () => {
    endGroup(shell.pid!);
    await rm(notes, { recursive: true, force: true });
  });
  shell.stdin!.write('set -o pipefail\n');
  const reports = shell.stdio[3] as NodeJS.ReadableStream;
  let count = 0;

  const ended = new Promise<never>((_resolve, reject) => {
    shell.once('exit', () => reject(new Error('The shell has ended.')));
  });
  ended.catch(() => undefined); // The block that runs then reports it.
  const run = async (text: string): Promise<string> => {
    count += 1;
    const [script, out, err] = ['sh', 'out', 'err'].map((end) => join(notes, `${count}.${end}`)) as [
      string,
      string,
      string,
    ];
    await writeFile(script, `set -e\n${text}\nset +e\n`);
    const reported = new Promise<string>((resolve) => {
      reports.once('data', (line: Buffer) => resolve(line.toString().trim()));
    });
    // A block that fails ends the shell, because of `set -e`.
    shell.stdin!.write(`trap 'echo failed >&3' EXIT; . '${script}' > '${out}' 2> '${err}'; trap - EXIT; echo $? >&3\n`);
    const code = await Promise.race([reported, ended]);
    if (code !== '0')
      throw new Error(`This block failed:\n${text}\n${await readFile(out, 'utf8')}${await readFile(err, 'utf8')}`);
    return readFile(out, 'utf8');
  };
  return { folder: place, run };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
