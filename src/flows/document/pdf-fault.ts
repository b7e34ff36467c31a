import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeTurns } from '../work/in-turns.ts';

/** What is wrong with a file that is to be mailed to customers. */
export type PdfFault = 'not a PDF' | 'too large' | 'encrypted' | 'active content' | 'unreadable';

/**
 * A declaration's mail brings all wordings of the policy, in Quebec in two languages; mail servers take some 20 MB.
 * Wordings of text alone have some 100 KB.
 */
export const wordingBytesMax = 2 * 1024 * 1024;

/** A wording takes a second, most of it the start; after this long somebody wants it to take long. */
const usualTimeoutMs = 15_000;

/**
 * Returns null for a PDF that only shows pages: no scripts, no programs to start, no files in it, no forms to send.
 * What can't be read plainly is refused. It is read in a process of its own, which may neither write nor call anybody,
 * and is ended when it takes too long or too much memory: the file may be made to hurt its reader.
 */
export async function pdfFault(file: Buffer, timeoutMs = usualTimeoutMs): Promise<PdfFault | null> {
  if (file.length > wordingBytesMax) return 'too large';
  if (!/^%PDF-[12]\.\d/.test(file.toString('latin1', 0, 8))) return 'not a PDF';
  if (!file.toString('latin1', Math.max(0, file.length - 1_024)).includes('%%EOF')) return 'not a PDF';
  return inTurn(() => askProcess(file, timeoutMs));
}

/** One at a time, so that many files take no more memory than one. */
const inTurn = makeTurns(1);

export interface PdfAnswer {
  readonly fault: PdfFault | null;
}

function askProcess(file: Buffer, timeoutMs: number): Promise<PdfFault | null> {
  return new Promise((resolve) => {
    const child = fork(program, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: ['--permission', '--allow-fs-read=*', '--allow-worker'],
      env: {},
    });
    const end = (fault: PdfFault | null): void => {
      clearTimeout(timer);
      child.kill('SIGKILL'); // It has no state to save.
      resolve(fault);
    };
    const timer = setTimeout(() => end('unreadable'), timeoutMs);
    child.once('message', ({ fault }: PdfAnswer) => end(fault));
    child.once('exit', () => end('unreadable')).once('error', () => end('unreadable'));
    child.send(file, (error) => {
      if (error !== null) end('unreadable');
    });
  });
}

const program = fileURLToPath(new URL('pdf-process.ts', import.meta.url));
