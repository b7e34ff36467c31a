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

/** A target with one value. */
export function only(name: string, value: number, unit: string): Pick<Target, 'name' | 'values' | 'unit'> {
  return { name, values: [value], unit };
}

/** A ratio to be drawn beside 1. */
export interface Bar {
  readonly group: string;
  readonly label: string;
  readonly values: readonly number[];
}

/** As it is printed at the end of a run. */
export function reportOf(parts: readonly Findings[]): string {
  const targets = parts.flatMap((part) => part.targets);
  const sections = [
    ...(targets.length === 0 ? [] : [`## Targets\n\n${targetTable(targets)}`]),
    ...parts.flatMap((part) => part.chapters.map(({ title, body }) => `## ${title}\n\n${body}`)),
  ];
  return `${sections.join('\n\n')}\n`;
}

export function targetTable(targets: readonly Target[]): string {
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
