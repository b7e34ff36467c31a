import type { AnyId, ApplicationId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import type { RetryKind, SettleKind, WorkKind } from '../../domain/work/needs-person.ts';
import { makeBindDue, wasBindTried } from '../../store/bind/bind.ts';
import type { Tx } from '../../store/database.ts';
import type { AccountParts } from '../account/open-account.ts';
import { settleDifference } from '../books/settle-difference.ts';
import { recordPaid, retryCharge } from '../card/correct-charge.ts';
import { resendMail, settleMailArrived } from '../mail/settle-mail.ts';
import { type CorrectionMade, correctOnRecord } from '../operator/correction.ts';
import type { Parts } from '../parts.ts';
import { retryReversal, settleReversalOutside } from '../refund/settle-reversal.ts';
import { mailLink } from '../sale-link/operator-links.ts';
import { resendLetter, settleLetterArrived } from '../sale-link/settle-letter.ts';
import { settleLinkMailArrived } from '../sale-link/settle-link-mail.ts';

/*
 * Durable work that needs the operator: it is retried at once, or recorded as settled another way. Each kind decides
 * when that is allowed and what is recorded.
 */

export type WorkParts = AccountParts & Parts<'database' | 'now'>;

export interface WorkAsked {
  readonly kind: WorkKind;
  readonly id: AnyId;
  readonly reason: string;
}

export interface SettleAsked extends WorkAsked {
  readonly kind: SettleKind;
  /** The number of a cheque or transfer, the processor's own reference, or the place in the mail server's log. */
  readonly reference: string;
  /** The day on which money was given back; by default today. */
  readonly on?: string | undefined;
  /**
   * How a charge was paid. `outside`: the customer has paid the operator. `processor`: the charge was made after all, and
   * the reference is the processor's.
   */
  readonly by?: 'outside' | 'processor' | undefined;
}

/** What a kind of work may need to be settled. */
interface Settled {
  readonly reference: string;
  readonly on: string | null;
  readonly by: 'outside' | 'processor';
  readonly now: Date;
}

export interface RetryAsked extends WorkAsked {
  readonly kind: RetryKind;
}

/** Makes the work due now, even if it was given up. */
export function retryWork({ database, now, ...parts }: WorkParts, actor: Actor, { kind, id, reason }: RetryAsked) {
  // The kind determines the type of the id.
  return correctOnRecord(database, { actor, reason }, (tx) => retries[kind]({ ...parts, tx }, id as never, now));
}

/** Records that the operator settled the work another way, so that it is not tried again. */
export function settleWork({ database, now, ...parts }: WorkParts, actor: Actor, asked: SettleAsked) {
  const { kind, id, reason, on = null, by = 'outside' } = asked;
  const reference = asked.reference.trim();
  return correctOnRecord(database, { actor, reason }, async (tx) =>
    reference.length >= 1 && reference.length <= referenceLengthMax
      ? settles[kind]({ ...parts, tx }, id as never, { reference, on, by, now })
      : refuseOperator('SettleReferenceRequired', 'reference'),
  );
}

const referenceLengthMax = 100;

type InTransaction = AccountParts & { readonly tx: Tx };

type Corrected = Promise<CorrectionMade | OperatorRefusal>;

const retries: Readonly<Record<RetryKind, (parts: InTransaction, id: never, now: Date) => Corrected>> = {
  reversals: ({ tx }, id) => retryReversal(tx, id),
  charges: retryCharge,
  mails: ({ tx }, id) => resendMail(tx, id),
  linkMails: ({ tx }, id, now) => mailLink(tx, id, now),
  letters: ({ tx }, id) => resendLetter(tx, id),
  binds: ({ tx }, id) => retryBind(tx, id),
};

const settles: Readonly<Record<SettleKind, (parts: InTransaction, id: never, settled: Settled) => Corrected>> = {
  reversals: settleReversalOutside,
  charges: recordPaid,
  mails: ({ tx }, id, { reference }) => settleMailArrived(tx, id, reference),
  linkMails: ({ tx }, id, { reference }) => settleLinkMailArrived(tx, id, reference),
  letters: ({ tx }, id, { reference }) => settleLetterArrived(tx, id, reference),
  differences: ({ tx }, id, { reference }) => settleDifference(tx, id, reference),
};

async function retryBind(tx: Tx, applicationId: ApplicationId): Corrected {
  if (!(await wasBindTried(tx, { applicationId }))) return refuseOperator('NotFound', 'applicationId');
  if (!(await makeBindDue(tx, { applicationId }))) return refuseOperator('BindNotAbandoned');
  return { action: 'retry bind', subject: applicationId, applicationId };
}
