import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { type CsvError, type Info, type Parser, parse } from 'csv-parse';

/** One line of a CSV file, or why it can't be read. Lines count from 1. */
export type CsvLine =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly fault: CsvFaultCode };

export type CsvFaultCode = 'QuoteInvalid' | 'LineTooLong' | 'FileTooLarge';

export interface CsvLimits {
  readonly bytesMax: number;
  readonly lineBytesMax: number;
  readonly onBytes: (bytes: number) => void;
}

/**
 * Streams a file of any size, about a hundred lines at a time. The first line determines the separator: comma,
 * semicolon (as French Excel writes) or tab. Empty lines are skipped.
 */
export async function* readCsv(
  source: AsyncIterable<Uint8Array>,
  limits: CsvLimits,
): AsyncGenerator<readonly CsvLine[]> {
  const { head, rest } = await takeFirstLine(source);
  const skipped = new Skipped();
  const parser = parse({
    bom: true,
    info: true,
    delimiter: delimiterOf(head),
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    skip_records_with_error: true,
    max_record_size: limits.lineBytesMax,
  });
  parser.on('skip', (error: CsvError) => skipped.add({ line: lineOf(error), fault: faultOf(error) }));
  let isTooLarge = false;
  const bounded = limitBytes(rest, limits, () => {
    isTooLarge = true;
  });
  let last = 0;
  for await (const records of recordsOf(parser, bounded, skipped)) {
    // The parser reads ahead: its faults are returned at their place among the lines.
    const lines = records.flatMap(({ record, info }) => [
      ...skipped.takeBefore(info.lines),
      { line: info.lines, cells: record },
    ]);
    last = records.at(-1)?.info.lines ?? last;
    // What is left came after all that was read, and before all that will be.
    const after = skipped.takeBefore(unknownLine);
    last = after.at(-1)?.line ?? last;
    yield [...lines, ...after];
  }
  // An unclosed quotation mark consumes the rest of the file: the fault is on the line where it starts.
  yield skipped.takeAll(last + 1);
  if (isTooLarge) yield [{ line: last, fault: 'FileTooLarge' }];
}

type SkippedLine = Extract<CsvLine, { fault: unknown }>;

/** The lines that the parser could not read and that nobody has taken yet, in their order. */
class Skipped {
  #lines: SkippedLine[] = [];
  #lastTaken = 0;
  #isEnded = false;
  #onTaken = (): void => undefined;

  get isEmpty(): boolean {
    return !this.#lines.some(({ line }) => line !== unknownLine);
  }

  add(line: SkippedLine): void {
    // A line with several stray quotation marks is reported once.
    if (line.line !== (this.#lines.at(-1)?.line ?? this.#lastTaken)) this.#lines.push(line);
  }

  takeBefore(line: number): readonly SkippedLine[] {
    const end = this.#lines.findIndex((one) => one.line >= line);
    const taken = this.#lines.splice(0, end === -1 ? this.#lines.length : end);
    this.#lastTaken = taken.at(-1)?.line ?? this.#lastTaken;
    this.#onTaken();
    return taken;
  }

  takeAll(lineOfUnknown: number): readonly SkippedLine[] {
    return this.#lines.map((one) => (one.line === unknownLine ? { ...one, line: lineOfUnknown } : one));
  }

  /** A file of faults alone must not be read faster than they are taken. */
  async untilTaken(): Promise<void> {
    while (this.#lines.length >= skippedMax && !this.#isEnded)
      await new Promise<void>((resolve) => {
        this.#onTaken = resolve;
      });
  }

  /** Nobody waits for those that are left. */
  end(): void {
    this.#isEnded = true;
    this.#onTaken();
  }
}

const skippedMax = 1_000;

interface ParsedRecord {
  readonly record: string[];
  readonly info: Info;
}

/** Yields the records of each chunk, none if all were skipped, and lets other requests run in between. */
async function* recordsOf(
  parser: Parser,
  source: AsyncIterable<Uint8Array>,
  skipped: Skipped,
): AsyncGenerator<readonly ParsedRecord[]> {
  const feeding = pipeline(Readable.from(inStep(source, skipped), { objectMode: false }), parser);
  feeding.catch(() => undefined); // Awaited below, after everything before the fault was read.
  let wake = (): void => undefined;
  for (const event of ['readable', 'skip', 'end', 'close']) parser.on(event, () => wake());
  try {
    while (!parser.readableEnded && !parser.destroyed) {
      const records = takeAll(parser);
      if (records.length > 0 || !skipped.isEmpty) {
        yield records;
        await setImmediate();
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    await feeding;
  } finally {
    skipped.end();
    parser.destroy();
  }
}

/** What arrives together may have ten thousand faults, and the parser makes an error with its stack of each. */
const pieceBytes = 8 * 1_024;

async function* inStep(source: AsyncIterable<Uint8Array>, skipped: Skipped): AsyncGenerator<Uint8Array> {
  for await (const chunk of source)
    for (let at = 0; at < chunk.byteLength; at += pieceBytes) {
      yield chunk.subarray(at, at + pieceBytes);
      await skipped.untilTaken();
    }
}

function takeAll(parser: Parser): readonly ParsedRecord[] {
  const records: ParsedRecord[] = [];
  for (let one = parser.read(); one !== null; one = parser.read()) records.push(one as ParsedRecord);
  return records;
}

async function* limitBytes(
  source: AsyncIterable<Uint8Array>,
  { bytesMax, onBytes }: CsvLimits,
  onTooLarge: () => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) return onTooLarge();
    onBytes(bytes);
    yield chunk;
  }
}

const headBytesMax = 65_536;

/** Returns the first line, and the whole file from its start. */
async function takeFirstLine(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let head = '';
  while (!/[\r\n]/.test(head) && head.length < headBytesMax) {
    const next = await iterator.next();
    if (next.done) break;
    taken.push(next.value);
    head += Buffer.from(next.value).toString('latin1');
  }
  return { head: head.split(/[\r\n]/)[0]!, rest: follow(taken, iterator) };
}

async function* follow(taken: readonly Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* taken;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

function delimiterOf(head: string): string {
  const count = (delimiter: string): number => head.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}

const unknownLine = Number.POSITIVE_INFINITY;

function lineOf(error: CsvError): number {
  return error.code === 'CSV_QUOTE_NOT_CLOSED' ? unknownLine : Number(error.lines);
}

function faultOf({ code }: CsvError): CsvFaultCode {
  return code === 'CSV_MAX_RECORD_SIZE' ? 'LineTooLong' : 'QuoteInvalid';
}
