import { setTimeout as sleep } from 'node:timers/promises';
import type { NorthbindEvent } from '../../../sdk/src/index.ts';
import type { Sale } from './load.ts';
import type { Counts } from './proof.ts';

/** Answers with a status from 500 on, and calls without an answer, by kind. */
export type Errors = ReadonlyMap<string, number>;

export function countErrors(): { readonly errors: Errors; readonly onEvent: (event: NorthbindEvent) => void } {
  const errors = new Map<string, number>();
  const onEvent = (event: NorthbindEvent): void => {
    const kind = kindOf(event);
    if (kind !== null) errors.set(kind, (errors.get(kind) ?? 0) + 1);
  };
  return { errors, onEvent };
}

function kindOf(event: NorthbindEvent): string | null {
  if (event.type === 'unanswered') return event.code;
  return event.type === 'answered' && event.status >= 500 ? String(event.status) : null;
}

export function errorCounts(runs: readonly { readonly errors: Errors }[]): Counts {
  const all = new Map<string, number>();
  for (const { errors } of runs) for (const [kind, count] of errors) all.set(kind, (all.get(kind) ?? 0) + count);
  return Object.fromEntries([...all].map(([kind, count]) => [`answers ${kind}`, count]));
}

const boundLimitMs = 120_000;

export async function untilBound(sales: readonly Sale[], failedAt: number): Promise<void> {
  for (const since = performance.now(); performance.now() - since < boundLimitMs; await sleep(50))
    if (Number.isFinite(outageOf(sales, failedAt))) return;
}

/** From the failure until a sale that was sent after it was bound. */
export function outageOf(sales: readonly Sale[], failedAt: number): number {
  const bound = sales.filter(({ policyNumber, sentAt }) => policyNumber !== null && sentAt > failedAt);
  return Math.round(Math.min(...bound.map(({ answeredAt }) => answeredAt - failedAt)));
}

/** The longest time without a bind since then: for what does not fail at a moment that is known. */
export function longestGap(sales: readonly Sale[], since: number): number {
  const answers = sales.filter(({ policyNumber }) => policyNumber !== null).map(({ answeredAt }) => answeredAt);
  const moments = [since, ...answers.filter((at) => at > since).sort((one, other) => one - other)];
  return Math.round(Math.max(...moments.slice(1).map((at, place) => at - moments[place]!)));
}
