import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';

/** Results go to stdout, everything else to stderr. */
export interface Terminal {
  /** In columns; undefined where the results go into a file or a pipe. */
  readonly width: number | undefined;
  readonly print: (text: string) => void;
  readonly printLines: (lines: AsyncIterable<string | Uint8Array>) => Promise<void>;
  readonly printError: (text: string) => void;
  readonly ask: (question: string) => Promise<string | null>;
  /** From now on the seconds are counted, where nothing else is, until `endProgress`. */
  readonly beginProgress: () => void;
  readonly progress: (done: number, total: number) => void;
  readonly endProgress: () => void;
  readonly setExitCode: (code: number) => void;
}

const barWidth = 30;
// A command that is done sooner shows no progress.
const shownAfterSeconds = 2;

/** A process has these. */
export type Streams = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr' | 'exitCode'>;

export function openTerminal(streams: Streams): Terminal {
  const { stdin, stdout, stderr } = streams;
  for (const stream of [stdout, stderr]) stream.on('error', allowEarlyEnd);
  let drawn = '';
  let ticker: NodeJS.Timeout | undefined;
  /** Whether the results themselves run over the screen. */
  let isPrinting = false;
  const draw = (text: string): void => {
    if (text === drawn) return;
    stderr.write(`\r${text.padEnd(drawn.length)}`);
    drawn = text;
  };
  const endProgress = (): void => {
    clearInterval(ticker);
    if (drawn !== '') stderr.write(`\r${' '.repeat(drawn.length)}\r`);
    drawn = '';
  };
  return {
    width: stdout.isTTY ? stdout.columns : undefined,
    print: (text) => void stdout.write(`${text}\n`),
    printLines: (lines) => {
      isPrinting = stdout.isTTY;
      if (isPrinting) endProgress();
      return pipeline(lines, stdout, { end: false }).catch(allowEarlyEnd);
    },
    printError: (text) => void stderr.write(`${text}\n`),
    ask: async (question) => {
      if (!stdin.isTTY || !stderr.isTTY) return null;
      const reader = createInterface({ input: stdin, output: stderr });
      return reader.question(question).finally(() => reader.close());
    },
    beginProgress: () => {
      if (!stderr.isTTY) return;
      let seconds = 0;
      clearInterval(ticker);
      ticker = setInterval(() => {
        seconds += 1;
        if (seconds >= shownAfterSeconds) draw(`  working: ${seconds} s`);
      }, 1_000);
      ticker.unref();
    },
    progress: (done, total) => {
      clearInterval(ticker);
      if (stderr.isTTY && !isPrinting) draw(bar(done, total));
    },
    endProgress,
    setExitCode: (code) => {
      streams.exitCode = code;
    },
  };
}

/** A reader such as `head` may close the pipe early. */
function allowEarlyEnd(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

function bar(done: number, total: number): string {
  if (total <= 0) return `  ${done.toLocaleString('en-CA')}`;
  const share = Math.min(1, done / total);
  const full = Math.round(share * barWidth);
  return `  [${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}
