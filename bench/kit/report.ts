import { arch, availableParallelism, platform, totalmem } from 'node:os';
import { median } from './measure.ts';
import { range, table } from './table.ts';

/** The results of one part of a run: chapters, targets and bars of the plot. */
export interface Findings {
  readonly chapters: readonly { readonly title: string; readonly body: string }[];
  readonly targets: readonly Target[];
  readonly bars: readonly Bar[];
}

/** A target of ours, with the values of all rounds. */
export interface Target {
  readonly name: string;
  readonly values: readonly number[];
  /** Their median, unless it would hide what counts. */
  readonly found?: number;
  readonly unit: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** A ratio to be drawn beside 1. */
export interface Bar {
  readonly group: string;
  readonly label: string;
  readonly values: readonly number[];
}

export function reportOf(
  parts: readonly Findings[],
  facts: { readonly postgresVersion: string; readonly took: string },
) {
  const targets = parts.flatMap((part) => part.targets);
  const sections = [
    '# Measurements\n\nWritten by `npm run bench`. Numbers of different runs do not compare; ratios within one do.',
    `Machine: ${availableParallelism()} cores (${arch()}, ${platform()}), ${Math.round(totalmem() / 2 ** 30)} GB; Node.js ${process.versions.node}, PostgreSQL ${facts.postgresVersion} with its default durability. Load generator, server and database share the cores. Each number is the median of its rounds, with the lowest and the highest beside it; what is compared is measured in turns, round by round. Run time: ${facts.took}.`,
    ...(targets.length === 0 ? [] : [`## Targets\n\n${targetTable(targets)}`, '![Ratios](results.svg)']),
    ...parts.flatMap((part) => part.chapters.map(({ title, body }) => `## ${title}\n\n${body}`)),
  ];
  return `${sections.join('\n\n')}\n`;
}

function targetTable(targets: readonly Target[]): string {
  return table(
    ['', 'found', 'rounds', 'target', ''],
    targets.map((target) => {
      const { name, values, unit, atLeast, atMost } = target;
      const digits = foundBy(target) < 100 ? 2 : 0;
      const wanted = atLeast === undefined ? `at most ${atMost}${unit}` : `at least ${atLeast}${unit}`;
      const found = `${foundBy(target).toFixed(digits)}${unit}`;
      return [name, `**${found}**`, range(values, digits), wanted, isMet(target) ? 'met' : '**missed**'];
    }),
  );
}

const foundBy = ({ found, values }: Target): number => found ?? median(values);

function isMet(target: Target): boolean {
  return target.atLeast === undefined ? foundBy(target) <= target.atMost! : foundBy(target) >= target.atLeast;
}
