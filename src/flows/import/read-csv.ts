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
  const skipped: CsvLine[] = [];
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
  parser.on('skip', (error: CsvError) => skipped.push({ line: lineOf(error), fault: faultOf(error) }));
  let isTooLarge = false;
  const bounded = limitBytes(rest, limits, () => {
    isTooLarge = true;
  });
  let last = 0;
  for await (const records of recordsOf(parser, bounded)) {
    // The parser reads ahead: its faults are returned at their place among the lines.
    yield records.flatMap(({ record, info }) => [
      ...takeBefore(skipped, info.lines),
      { line: info.lines, cells: record },
    ]);
    last = records.at(-1)!.info.lines;
  }
  // An unclosed quotation mark consumes the rest of the file: the fault is on the line where it starts.
  yield skipped.map((one) => (one.line === unknownLine ? { ...one, line: last + 1 } : one)).filter(isFirstOfLine);
  if (isTooLarge) yield [{ line: last, fault: 'FileTooLarge' }];
}

interface ParsedRecord {
  readonly record: string[];
  readonly info: Info;
}

/** Yields the records of each chunk, and lets other requests run in between. */
async function* recordsOf(parser: Parser, source: AsyncIterable<Uint8Array>): AsyncGenerator<readonly ParsedRecord[]> {
  const feeding = pipeline(Readable.from(source, { objectMode: false }), parser);
  feeding.catch(() => undefined); // Awaited below, after everything before the fault was read.
  let wake = (): void => undefined;
  for (const event of ['readable', 'end', 'close']) parser.on(event, () => wake());
  try {
    while (!parser.readableEnded && !parser.destroyed) {
      const records = takeAll(parser);
      if (records.length > 0) {
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
    parser.destroy();
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
  yield* taken;
  try {
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

/** A line with several stray quotation marks is reported once. */
function isFirstOfLine({ line }: CsvLine, at: number, all: readonly CsvLine[]): boolean {
  return all.findIndex((one) => one.line === line) === at;
}

function takeBefore(skipped: CsvLine[], line: number): readonly CsvLine[] {
  if (skipped.length === 0) return skipped;
  const end = skipped.findIndex((one) => one.line >= line);
  return skipped.splice(0, end === -1 ? skipped.length : end).filter(isFirstOfLine);
}
