import { median } from './measure.ts';

/** Something of the database's that is timed by itself. */
export interface Case {
  readonly name: string;
  /** How long it may take; null: it is shown, and has no limit. */
  readonly limitMs: number | null;
  readonly run: () => Promise<unknown>;
  /** Its plan, if it takes longer than it may. */
  readonly explain?: () => Promise<string>;
}

export interface Timed {
  readonly name: string;
  readonly limitMs: number | null;
  readonly medianMs: number;
  readonly slowestMs: number;
  /** Of one that takes longer than its limit. */
  readonly plan: string | null;
}

const roundsMax = 15;
/** What takes seconds is known well enough after a few rounds. */
const enoughMs = 3_000;

export async function timeCases(cases: readonly Case[]): Promise<readonly Timed[]> {
  const found: Timed[] = [];
  for (const one of cases) found.push(await timeCase(one));
  return found;
}

export async function timeCase({ name, limitMs, run, explain }: Case): Promise<Timed> {
  const times: number[] = [];
  for (let total = 0; times.length < roundsMax && total < enoughMs; ) {
    const since = performance.now();
    await run();
    times.push(performance.now() - since);
    total += times.at(-1)!;
  }
  const medianMs = median(times);
  const isSlow = limitMs !== null && medianMs > limitMs && explain !== undefined;
  return { name, limitMs, medianMs, slowestMs: Math.max(...times), plan: isSlow ? await explain() : null };
}

export const isAbove = ({ limitMs, medianMs }: Timed): boolean => limitMs !== null && medianMs > limitMs;

export function timedTable(some: readonly Timed[]): string {
  return ['| | median ms | slowest ms |', '|---|---:|---:|']
    .concat(
      some.map(({ name, medianMs, slowestMs }) => `| ${name} | ${medianMs.toFixed(1)} | ${slowestMs.toFixed(1)} |`),
    )
    .join('\n');
}

export function plansOf(some: readonly Timed[]): readonly string[] {
  return some.flatMap(({ name, plan }) => (plan === null ? [] : [`## ${name}\n\n\`\`\`\n${plan}\n\`\`\``]));
}
