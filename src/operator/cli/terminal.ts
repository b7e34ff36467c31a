import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';

/** The person's side: answers go to stdout, everything else to stderr, so that a script can read the one and see the other. */
export interface Terminal {
  readonly print: (text: string) => void;
  /** As fast as it is taken. */
  readonly pour: (lines: AsyncIterable<string>) => Promise<void>;
  readonly complain: (text: string) => void;
  /** Null when nobody sits there. */
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
    pour: (lines) => pipeline(lines, stdout, { end: false }).catch(allowEarlyEnd),
    complain: (text) => void stderr.write(`${text}\n`),
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

/** Whoever reads may stop early, such as `head`: that is no fault. */
function allowEarlyEnd(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** An unknown total (0) counts up instead. */
function bar(done: number, total: number): string {
  if (total <= 0) return `  ${done.toLocaleString('en-CA')}`;
  const share = Math.min(1, done / total);
  const full = Math.round(share * barWidth);
  return `  [${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}
