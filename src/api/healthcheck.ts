import type { healthcheckReady, healthcheck as operation } from '@northbind/contract/healthcheck.ts';
import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { Log } from '../domain/log.ts';
import type { Shortage } from '../domain/unavailable.ts';
import { withTimeLimit } from '../flows/time-limit.ts';
import type { Handle } from './kit/operation-route.ts';

export interface HealthcheckParts {
  readonly log: Log;
  /** Null in production: who looks for a fault of a version need not be told it. */
  readonly shownVersion: string | null;
  /** Rejects when the database can't be reached. */
  readonly readSchemaState: () => Promise<'current' | 'behind' | 'ahead'>;
  /** What the database has run out of lately. */
  readonly shortage: () => Shortage | null;
  readonly isStopping: () => boolean;
  /** A newer version has changed the schema so that this instance can't use it any more. */
  readonly isOutdated: () => boolean;
  readonly isOutboundOff: boolean;
  /** Background jobs that have not succeeded for too long. */
  readonly lateJobs: () => readonly string[];
}

// Monitors usually give up after 5 s.
const answerWithinMs = 3_000;
// The call is open to everybody, so that it may not be a way to use up the database's connections.
const askEveryMs = 1_000;

/**
 * Whether the service can serve: it is not stopping, its database responds and has the schema that this version needs.
 * One that serves while a job stands still is healthy, and says what is degraded.
 */
export function handleHealthcheck(parts: HealthcheckParts): Handle<typeof operation> {
  const examineNow = atMostEvery(askEveryMs, () => examine(parts));
  return async () => {
    const checks = await examineNow();
    const problem: Problem | null = parts.isStopping() ? 'Stopping' : problemOf(checks, parts.shortage());
    const isHealthy = problem === null;
    const late = isHealthy ? parts.lateJobs() : [];
    const { isAhead: _, ...shown } = checks;
    const value = {
      status: isHealthy ? 'Healthy' : 'Unhealthy',
      ...(parts.shownVersion !== null && { version: parts.shownVersion }),
      checks: { ...shown, ...(parts.shortage() !== null && { database: 'Unhealthy' as const }) },
      ...(problem !== null && { problem }),
      ...(parts.isOutboundOff && { outbound: 'Off' as const }),
      ...(late.length > 0 && { degraded: [...late] }),
    } as const;
    return { kind: isHealthy ? 'ok' : 'unavailable', value };
  };
}

type Problem = NonNullable<AnswerOf<typeof operation>['problem']>;

function problemOf({ database, migrations, isAhead }: Found, shortage: Shortage | null): Problem | null {
  if (database === 'Unhealthy') return 'DatabaseAway';
  if (isAhead) return 'SchemaAhead';
  return shortage ?? (migrations === 'Unhealthy' ? 'SchemaBehind' : null);
}

/**
 * Whether requests should be sent to this instance. A database that is away is no reason to turn away: every instance
 * would be left at once, and partners would get the balancer's errors instead of an answer some seconds later.
 */
export function handleReady({
  isStopping,
  isOutdated,
}: Pick<HealthcheckParts, 'isStopping' | 'isOutdated'>): Handle<typeof healthcheckReady> {
  return () => {
    if (isStopping()) return { kind: 'unavailable', value: { status: 'Stopping' } };
    if (isOutdated()) return { kind: 'unavailable', value: { status: 'SchemaAhead' } };
    return { kind: 'ok', value: { status: 'Ready' } };
  };
}

type Found = AnswerOf<typeof operation>['checks'] & { readonly isAhead: boolean };

async function examine({ log, readSchemaState }: HealthcheckParts): Promise<Found> {
  try {
    const late = new Error(`The database did not answer within ${answerWithinMs} ms.`);
    const schema = await withTimeLimit(answerWithinMs, readSchemaState(), late);
    return {
      database: 'Healthy',
      migrations: schema === 'current' ? 'Healthy' : 'Unhealthy',
      isAhead: schema === 'ahead',
    };
  } catch (error) {
    log.warn('unhealthy', { error: error instanceof Error ? error.message : String(error) });
    return { database: 'Unhealthy', migrations: 'Unhealthy', isAhead: false };
  }
}

/** Calls meanwhile share the last answer, or wait for the one under way. */
function atMostEvery<T>(periodMs: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly answer: Promise<T>; readonly atMs: number } | null = null;
  return () => {
    if (last === null || performance.now() - last.atMs >= periodMs) last = { answer: ask(), atMs: performance.now() };
    return last.answer;
  };
}
