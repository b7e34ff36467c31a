import type { Actor } from '../../domain/operator/operator.ts';
import type { Database } from '../../store/database.ts';

/** The actor and the reason, which is optional in onboarding. */
export interface ActorAndReason {
  readonly actor: Actor;
  readonly reason: string;
}

export interface OnboardParts {
  readonly database: Database;
}

/** Returns what changed, for the record: each property that differs, before and after. */
export function changesBetween<T extends object>(before: T, after: T): Readonly<Record<string, unknown>> {
  const names = Object.keys(after) as (keyof T & string)[];
  const differs = (name: keyof T): boolean => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  return Object.fromEntries(names.filter(differs).map((name) => [name, { from: before[name], to: after[name] }]));
}
