import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';

/** Writes chunks of lines to a file, a pipe or a terminal, one after the other, without ever making the service wait. */
export interface LineWriter {
  readonly write: (text: string, lines: number) => void;
  /** Writes what waits, before the process ends: as far as it goes within a second. */
  readonly flush: () => void;
  /** Lines that could not be written: the disk is full, or nobody reads the pipe. */
  readonly lost: () => number;
}

interface Chunk {
  readonly bytes: Buffer;
  readonly lines: number;
}

// Some seconds of a busy instance; more than that waits only for a reader who has stopped.
const waitingBytesMax = 4 * 1024 * 1024;
const retryMs = 20;
const flushMs = 1_000;

/**
 * A sale counts for more than its line in the log. So a chunk that can't be written is dropped and its lines are
 * counted, and what comes while too much waits is dropped at once.
 */
export function openLineWriter(given: number): LineWriter {
  const fd = unblocked(given);
  const waiting: Chunk[] = [];
  let waitingBytes = 0;
  let isWriting = false;
  let lost = 0;

  function next(): void {
    const chunk = waiting[0];
    if (chunk === undefined || isWriting) return;
    isWriting = true;
    write(fd, chunk.bytes, (error, written) => {
      isWriting = false;
      if (error === null) advance(0, written);
      else if (isBusy(error)) return void setTimeout(next, retryMs).unref();
      else drop(0);
      next();
    });
  }

  /** A full disk takes a part of a chunk before it takes nothing. */
  function advance(place: number, written: number): void {
    const chunk = waiting[place]!;
    waitingBytes -= written;
    if (written < chunk.bytes.length) waiting[place] = { ...chunk, bytes: chunk.bytes.subarray(written) };
    else waiting.splice(place, 1);
  }

  function drop(place: number): void {
    const [chunk] = waiting.splice(place, 1);
    waitingBytes -= chunk!.bytes.length;
    lost += chunk!.lines;
  }

  return {
    write: (text, lines) => {
      const bytes = Buffer.from(text);
      if (waitingBytes + bytes.length > waitingBytesMax) {
        lost += lines;
        return;
      }
      waiting.push({ bytes, lines });
      waitingBytes += bytes.length;
      next();
    },
    flush: () => {
      const until = performance.now() + flushMs;
      // What is being written is the system's: it would be there twice.
      const place = isWriting ? 1 : 0;
      while (waiting.length > place) {
        try {
          advance(place, writeSync(fd, waiting[place]!.bytes));
        } catch (error) {
          if (!isBusy(error as NodeJS.ErrnoException)) drop(place);
          else if (performance.now() > until) return;
          else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
        }
      }
    },
    lost: () => lost,
  };
}

/**
 * A write into a full pipe waits until somebody reads it, and with it the thread that writes and the end of the process.
 * Opened anew, a pipe is told not to wait; whoever else has it open notices nothing of that.
 */
function unblocked(fd: number): number {
  try {
    const isPipe = fstatSync(fd).isFIFO();
    return isPipe ? openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK) : fd;
  } catch {
    return fd; // Another user's pipe, one without a reader, or a system without /proc: written to as it is.
  }
}

const isBusy = ({ code }: NodeJS.ErrnoException): boolean => code === 'EAGAIN' || code === 'EBUSY' || code === 'EINTR';
