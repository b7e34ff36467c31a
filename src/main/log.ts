import type { Facts, Log } from '../domain/log.ts';
import { clock } from './clock.ts';
import type { Config } from './config.ts';
import { openLineWriter } from './line-writer.ts';

export interface LogSink extends Log {
  /** Writes what is still buffered, before the process ends. */
  readonly flush: () => void;
  /** How many lines could not be written. */
  readonly lost: () => number;
}

// Lines are written in chunks of this size, or after this time: a write costs more than its line.
const chunkLength = 8_192;
const chunkMs = 200;

/**
 * Logs one line per event to stdout, of JSON or, for people, of text. Lines are buffered: a write per line would block
 * the event loop. Known names of secrets are removed as a second safeguard; the first is never to log them.
 */
export function makeLog(level: Config['logLevel'], format: Config['logFormat'] = 'json', fd = 1): LogSink {
  const destination = openLineWriter(fd);
  let chunk = '';
  let lines = 0;
  const pass = (): void => {
    if (chunk !== '') destination.write(chunk, lines);
    chunk = '';
    lines = 0;
  };
  const flush = (): void => {
    pass();
    destination.flush();
  };
  process.once('exit', flush);
  setInterval(pass, chunkMs).unref();

  const lineIn = format === 'json' ? lineOf : plainLineOf;
  const writer = (name: 'info' | 'warn' | 'error'): Log['info'] => {
    if (ranks[name] < ranks[level]) return () => undefined;
    return (event, facts) => {
      chunk += lineIn(name, event, facts ?? noFacts);
      lines += 1;
      if (chunk.length >= chunkLength) pass();
    };
  };
  return {
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    flush,
    lost: destination.lost,
  };
}

const ranks: Readonly<Record<Config['logLevel'], number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };
const noFacts: Facts = {};

export function lineOf(level: string, event: string, facts: Facts): string {
  const named = textOf(facts).slice(1, -1);
  return `{"level":"${level}","time":"${isoTime()}",${named}${named && ','}"event":${JSON.stringify(event)}}\n`;
}

/** Writes a line for a terminal: the time of day, the event, and its facts as words. A list is told by its length. */
export function plainLineOf(level: string, event: string, facts: Facts): string {
  if (event === 'started') return ''; // The banner tells it.
  const named = Object.entries(JSON.parse(textOf(facts)) as Facts).map(([name, value]) => ` ${name}=${wordOf(value)}`);
  return `  ${isoTime().slice(11, 19)} ${level === 'info' ? '' : `${level}: `}${event}${named.join('')}\n`;
}

function wordOf(value: unknown): string {
  if (Array.isArray(value)) return value.length > 3 ? String(value.length) : value.map(wordOf).join(',');
  return typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value);
}

/**
 * The time as `toISOString` formats it, which took 4 µs of a request: all but the milliseconds is cached for a second.
 */
function isoTime(): string {
  const nowMs = clock().getTime();
  const second = Math.floor(nowMs / 1_000);
  if (second !== secondKnown) {
    secondKnown = second;
    beginning = new Date(second * 1_000).toISOString().slice(0, -4);
  }
  return `${beginning}${String(nowMs % 1_000).padStart(3, '0')}Z`;
}

let secondKnown = Number.NaN;
let beginning = '';

/** A value that JSON can't represent (a cycle, a bigint) must not fail the caller. */
function textOf(facts: Facts): string {
  try {
    return JSON.stringify(withoutSecrets(facts));
  } catch (error) {
    return JSON.stringify({ unwritable: String(error) });
  }
}

/**
 * Removes known names of secrets, here and one level down. pino's redaction tries each path on each line, which took 43
 * µs of a request; this takes less than 1 µs.
 */
export function withoutSecrets(facts: Facts): Facts {
  // Most lines contain no secret and need no copy.
  if (Object.keys(facts).every((name) => !secretNames.has(name) && !hasNames(facts[name]))) return facts;
  return cut(facts, (value) => (hasNames(value) ? cut(value, (inner) => inner) : value));
}

function cut(facts: Facts, keep: (value: unknown) => unknown): Facts {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(facts)) kept[name] = secretNames.has(name) ? '[secret]' : keep(facts[name]);
  return kept;
}

/** Not an array, and not an object with its own `toJSON`, such as a `Secret` or a date. */
function hasNames(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value);
}

const secretNames: ReadonlySet<string> = new Set([
  'password',
  'clientSecret',
  'client_secret',
  'authorization',
  'token',
  'ticket',
  'cardNumber',
  'cvv',
  'institutionNumber',
  'transitNumber',
  'accountNumber',
]);
