import { csvLine } from '../../domain/csv-line.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { type RecordedAct, readActs, recordAct } from '../../store/audit/operator-act.ts';
import type { Database } from '../../store/database.ts';

export interface ActsAsked {
  /** The first moment, and the first one that no longer counts. */
  readonly from: Date;
  readonly to: Date;
  readonly as: 'jsonl' | 'csv';
  readonly actor: Actor;
  readonly reason: string;
}

const pageRows = 1_000;

/**
 * Streams the audit trail as JSON lines or as CSV, oldest first: acts and views. The export is recorded before the first line. An
 * act is as old as its row, which its transaction may commit a moment later: who collects the trail again and again
 * lets the periods overlap by a minute and drops an `id` that is known.
 */
export async function exportActs(
  database: Database,
  { from, to, as, actor, reason }: ActsAsked,
): Promise<AsyncIterable<string> | OperatorRefusal> {
  if (reason.trim().length < 3) return refuseOperator('ReasonRequired', 'reason');
  if (from >= to) return refuseOperator('RequestInvalid', 'to');
  const facts = { from: from.toISOString(), to: to.toISOString() };
  await recordAct(database, { actor, action: 'export acts', subject: 'acts', reason: reason.trim(), facts });
  return as === 'csv' ? csvOf(pagesOf(database, from, to)) : linesOf(pagesOf(database, from, to));
}

type Pages = AsyncIterable<readonly RecordedAct[]>;

async function* linesOf(pages: Pages): AsyncGenerator<string> {
  for await (const acts of pages) yield acts.map((act) => `${JSON.stringify(act)}\n`).join('');
}

const columns: readonly (readonly [title: string, of: (act: RecordedAct) => string | null])[] = [
  ['acted_at', (act) => act.actedAt.toISOString()],
  ['actor_kind', (act) => act.actorKind],
  ['actor', (act) => act.actorName],
  ['action', (act) => act.action],
  ['subject', (act) => act.subject],
  ['application_id', (act) => act.applicationId],
  ['reason', (act) => act.reason],
  ['facts', (act) => (Object.keys(act.facts).length === 0 ? null : JSON.stringify(act.facts))],
];

async function* csvOf(pages: Pages): AsyncGenerator<string> {
  yield csvLine(columns.map(([title]) => title));
  for await (const acts of pages) yield acts.map((act) => csvLine(columns.map(([, of]) => of(act)))).join('');
}

async function* pagesOf(database: Database, from: Date, to: Date): AsyncGenerator<readonly RecordedAct[]> {
  let after: string | null = null;
  for (;;) {
    const acts: readonly RecordedAct[] = await readActs(database, { from, to, after, limit: pageRows });
    yield acts;
    if (acts.length < pageRows) return;
    after = acts.at(-1)!.id;
  }
}
