import { type Measured, median, type Round } from './measure.ts';
import type { Counted } from './round-trip.ts';

/** Returns a table with a row for each subject, and what it sends to the database if that was counted. */
export function measuredTable(measured: Measured, sent: ReadonlyMap<string, readonly Counted[]> = new Map()): string {
  const head = [
    '',
    'requests/s',
    'p50 ms',
    'p99 ms',
    'CPU ms, server',
    'CPU ms, database',
    'log bytes',
    'round trips',
    'commits',
    'memory MB',
  ];
  const rows = [...measured].map(([name, rounds]) => {
    const counted = sent.get(name);
    return [
      name,
      cell(rounds, 'perSecond', 0),
      cell(rounds, 'p50Ms', 1),
      cell(rounds, 'p99Ms', 1),
      cell(rounds, 'cpuMs', 2),
      medianCell(rounds, 'databaseCpuMs', 2),
      medianCell(rounds, 'walBytes', 0),
      counted === undefined ? '' : sum(counted, 'roundTrips').toFixed(2),
      counted === undefined ? '' : sum(counted, 'commits').toFixed(2),
      medianCell(rounds, 'residentMb', 0),
    ];
  });
  return table(head, rows);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function sum(counted: readonly Counted[], key: 'roundTrips' | 'commits'): number {
  return counted.reduce((total, one) => total + one[key], 0);
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

export function range(values: readonly number[], digits = 2): string {
  return `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;
}
