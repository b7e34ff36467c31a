import type { AnyId, ApplicationId } from '../../domain/ids.ts';
import type { SettleKind, WorkKind } from '../../domain/operator/needs-person.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { hastenBind, wasBindTried } from '../../store/bind.ts';
import type { Database, Tx } from '../../store/database.ts';
import { retryCharge, settleCharge } from './correct-charge.ts';
import { resendMail } from './correct-mail.ts';
import { retryReversal, settleReversalOutside } from './correct-reversal.ts';
import { correct, type Done } from './correction.ts';

/*
 * Work that needs a person, whatever its kind: it is tried again at once, or recorded as put right outside. Each kind says when
 * it may be, and what is kept of it.
 */

export interface WorkParts {
  readonly database: Database;
  readonly now: Date;
}

export interface WorkAsked {
  readonly kind: WorkKind;
  readonly id: AnyId;
  readonly reason: string;
}

export interface SettleAsked extends WorkAsked {
  readonly kind: SettleKind;
  /** Where to find what was done outside: the number of a cheque or transfer, or the processor's own reference. */
  readonly reference: string;
}

/** Has it tried within seconds, instead of when its wait is over; or once more, when it was given up. */
export async function retryWork(
  { database, now }: WorkParts,
  actor: Actor,
  { kind, id, reason }: WorkAsked,
): Promise<OperatorRefusal | null> {
  const done = await correct(database, { actor, reason }, (tx) => retries[kind](tx, id as never, now)); // The kind says whose id it is.
  return isOperatorRefusal(done) ? done : null;
}

/** Records that it was put right outside, so that it is not tried any more. */
export async function settleWork(
  { database }: Pick<WorkParts, 'database'>,
  actor: Actor,
  { kind, id, reason, ...asked }: SettleAsked,
): Promise<OperatorRefusal | null> {
  const settlementReference = asked.reference.trim();
  const done = await correct(database, { actor, reason }, async (tx) =>
    settlementReference.length >= 1 && settlementReference.length <= settlementReferenceLengthMax
      ? settles[kind](tx, id as never, settlementReference)
      : refuseOperator('SettleReferenceRequired', 'reference'),
  );
  return isOperatorRefusal(done) ? done : null;
}

const settlementReferenceLengthMax = 100;

const retries: Readonly<Record<WorkKind, (tx: Tx, id: never, now: Date) => Promise<Done | OperatorRefusal>>> = {
  reversals: retryReversal,
  charges: retryCharge,
  mails: resendMail,
  binds: retryBind,
};

const settles: Readonly<Record<SettleKind, (tx: Tx, id: never, reference: string) => Promise<Done | OperatorRefusal>>> =
  {
    reversals: settleReversalOutside,
    charges: settleCharge,
  };

async function retryBind(tx: Tx, applicationId: ApplicationId): Promise<Done | OperatorRefusal> {
  if (!(await wasBindTried(tx, applicationId))) return refuseOperator('NotFound', 'applicationId');
  if (!(await hastenBind(tx, applicationId))) return refuseOperator('BindNotAbandoned');
  return { action: 'retry bind', subject: applicationId, applicationId };
}
