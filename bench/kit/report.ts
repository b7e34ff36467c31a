import { arch, availableParallelism, platform, totalmem } from 'node:os';
import type { Filled } from './fill.ts';
import { median, type Round, ratios } from './measure.ts';

export type Measured = ReadonlyMap<string, readonly Round[]>;

export interface Wire {
  readonly name: string;
  readonly roundTrips: number;
  readonly transactions: number;
}

export interface Growth {
  readonly measured: Measured;
  readonly few: Filled;
  readonly many: Filled;
}

/** What a run found; null or empty where a part was not asked for. */
export interface Findings {
  readonly postgresVersion: string;
  readonly quote: Measured | null;
  readonly operations: Measured | null;
  readonly wire: readonly Wire[];
  readonly growth: Growth | null;
  readonly texts: readonly { readonly title: string; readonly body: string }[];
}

export const quoteRatioMin = 0.7;
export const growthRatioMax = 1.2;

export function reportOf(findings: Findings): string {
  const { quote, operations, growth, texts } = findings;
  const sections = [
    '# Measurements\n\nWritten by `npm run bench`. Numbers of different runs do not compare; ratios within one do.',
    `Machine: ${availableParallelism()} cores (${arch()}, ${platform()}), ${Math.round(totalmem() / 2 ** 30)} GB; Node.js ${process.versions.node}, PostgreSQL ${findings.postgresVersion} with its default durability. Load generator, service and database share the cores. Each number is the median of its rounds, with the lowest and the highest beside it.`,
    ...(quote === null ? [] : [quoteSection(quote, findings.wire)]),
    ...(operations === null ? [] : ['## Other operations', operationsTable(operations, findings.wire)]),
    ...(growth === null ? [] : [growthSection(growth)]),
    ...texts.flatMap(({ title, body }) => [`## ${title}`, `\`\`\`\n${body}\n\`\`\``]),
  ];
  return `${sections.join('\n\n')}\n`;
}

function quoteSection(quote: Measured, wire: readonly Wire[]): string {
  const found = ratios(quote.get('quote')!, quote.get('bare server')!);
  const ratio = median(found);
  return [
    '## Quote, beside the least its work can cost',
    'The bare server is Node alone: it writes the same row by the same statement and answers the same bytes. It checks, prices, counts and logs nothing.',
    operationsTable(quote, wire),
    `Requests per second of the service, as a share of the bare server's: **${ratio.toFixed(2)}** (rounds ${range(found, 2)}); the target is at least ${quoteRatioMin}: ${ratio >= quoteRatioMin ? 'met' : 'missed'}.`,
  ].join('\n\n');
}

function growthSection({ measured, few, many }: Growth): string {
  const found = ratios(measured.get('few')!, measured.get('many')!);
  const ratio = median(found);
  const describe = ({ rows, bytes }: Filled): string =>
    `${rows.toLocaleString('en')} applications (${(bytes / 2 ** 20).toFixed(0)} MB with indexes)`;
  const named: Measured = new Map([
    [describe(few), measured.get('few')!],
    [describe(many), measured.get('many')!],
  ]);
  return [
    '## Growth',
    'A quote in a database that holds few applications, beside one that holds many.',
    operationsTable(named, []),
    `Time of a quote with many stored, as a multiple of that with few: **${ratio.toFixed(2)}** (rounds ${range(found, 2)}); the target is at most ${growthRatioMax}: ${ratio <= growthRatioMax ? 'met' : 'missed'}.`,
  ].join('\n\n');
}

export function operationsTable(measured: Measured, wires: readonly Wire[]): string {
  const head = [
    '',
    'requests/s',
    'p50 ms',
    'p99 ms',
    'CPU ms, service',
    'CPU ms, database',
    'log bytes written',
    'round trips',
    'transactions',
    'memory MB',
  ];
  const rows = [...measured].map(([name, rounds]) => {
    const wire = wires.find((one) => one.name === name);
    return [
      name,
      cell(rounds, 'perSecond', 0),
      cell(rounds, 'p50Ms', 1),
      cell(rounds, 'p99Ms', 1),
      cell(rounds, 'cpuMs', 2),
      cell(rounds, 'databaseCpuMs', 2),
      medianCell(rounds, 'walBytes', 0),
      wire === undefined ? '' : wire.roundTrips.toFixed(2),
      wire === undefined ? '' : wire.transactions.toFixed(2),
      medianCell(rounds, 'residentMb', 0),
    ];
  });
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cell(rounds: readonly Round[], key: keyof Round, digits: number): string {
  const values = valuesOf(rounds, key);
  return values.length === 0 ? '' : `${median(values).toFixed(digits)} (${range(values, digits)})`;
}

function medianCell(rounds: readonly Round[], key: keyof Round, digits: number): string {
  const values = valuesOf(rounds, key);
  return values.length === 0 ? '' : median(values).toFixed(digits);
}

function valuesOf(rounds: readonly Round[], key: keyof Round): readonly number[] {
  return rounds.map((round) => round[key]).filter((value) => value !== null);
}

function range(values: readonly number[], digits: number): string {
  return `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;
}
