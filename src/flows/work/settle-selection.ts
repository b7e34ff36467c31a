import type { AnyId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import type { OperatorRefusal } from '../../domain/operator/operator-refusal.ts';
import type { Failure } from '../../domain/work/failure.ts';
import type { SelectionDone, WorkKind } from '../../domain/work/needs-person.ts';
import { selectStuckWork } from '../../store/work/list-stuck.ts';
import { type RetryAsked, retryWork, type SettleAsked, settleWork, type WorkParts } from './settle-work.ts';

/*
 * The same correction for all stuck work of a kind, or for that which failed in one way (`unknown`: mails of which it
 * is unclear whether they arrived). A person decides once; each piece is corrected and recorded by itself,
 * by the rules of its kind, so that what changed meanwhile is left alone.
 */

export interface SelectionAsked {
  readonly kind: WorkKind;
  readonly reason: string;
  /** Null: however it failed. */
  readonly failure: Failure | null;
  /** `nextCursor` of the call before; null for the first. */
  readonly cursor: AnyId | null;
}

export function retrySelection(
  parts: WorkParts,
  actor: Actor,
  asked: SelectionAsked & Pick<RetryAsked, 'kind'>,
): Promise<SelectionDone | OperatorRefusal> {
  const { kind, reason } = asked;
  return correctEach(parts, asked, (id) => retryWork(parts, actor, { kind, id, reason }));
}

export function settleSelection(
  parts: WorkParts,
  actor: Actor,
  asked: SelectionAsked & Omit<SettleAsked, 'id'>,
): Promise<SelectionDone | OperatorRefusal> {
  const { failure: _failure, cursor: _cursor, ...settled } = asked;
  return correctEach(parts, asked, (id) => settleWork(parts, actor, { ...settled, id }));
}

// A second or two of work: a caller goes on with the cursor.
const countMax = 500;

async function correctEach(
  { database }: WorkParts,
  { kind, failure, cursor }: SelectionAsked,
  correct: (id: AnyId) => Promise<OperatorRefusal | null>,
): Promise<SelectionDone | OperatorRefusal> {
  const ids = await selectStuckWork(database, { kind, failure, cursor, limit: countMax });
  let done = 0;
  for (const id of ids) {
    const refusal = await correct(id);
    // The request itself is wrong, and would be for each.
    if (refusal?.code === 'ReasonRequired' || refusal?.code === 'SettleReferenceRequired') return refusal;
    if (refusal === null) done += 1;
  }
  return { done, refused: ids.length - done, nextCursor: ids.length < countMax ? null : ids.at(-1)! };
}
