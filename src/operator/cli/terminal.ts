import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';

/** Results go to stdout, everything else to stderr. */
export interface Terminal {
  readonly print: (text: string) => void;
  /** With back pressure. */
  readonly printLines: (lines: AsyncIterable<string>) => Promise<void>;
  readonly printError: (text: string) => void;
  /** Null without a terminal. */
  readonly ask: (question: string) => Promise<string | null>;
  readonly progress: (done: number, total: number) => void;
  readonly endProgress: () => void;
  readonly setExitCode: (code: number) => void;
}

const barWidth = 30;

export function openTerminal({ stdin, stdout, stderr }: Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>): Terminal {
  let drawn = '';
  const draw = (text: string): void => {
    if (text === drawn) return;
    stderr.write(`\r${text.padEnd(drawn.length)}`);
    drawn = text;
  };
  return {
    print: (text) => void stdout.write(`${text}\n`),
    printLines: (lines) => pipeline(lines, stdout, { end: false }).catch(allowEarlyEnd),
    printError: (text) => void stderr.write(`${text}\n`),
    ask: async (question) => {
      if (!stdin.isTTY || !stderr.isTTY) return null;
      const reader = createInterface({ input: stdin, output: stderr });
      return reader.question(question).finally(() => reader.close());
    },
    progress: (done, total) => {
      if (stderr.isTTY) draw(bar(done, total));
    },
    endProgress: () => {
      if (drawn !== '') stderr.write(`\r${' '.repeat(drawn.length)}\r`);
      drawn = '';
    },
    setExitCode: (code) => {
      process.exitCode = code;
    },
  };
}

/** A reader such as `head` may close the pipe early. */
function allowEarlyEnd(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** With an unknown total (0), only the count. */
function bar(done: number, total: number): string {
  if (total <= 0) return `  ${done.toLocaleString('en-CA')}`;
  const share = Math.min(1, done / total);
  const full = Math.round(share * barWidth);
  return `  [${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}
