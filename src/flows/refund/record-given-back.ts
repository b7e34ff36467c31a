import { entryOfLoanEnded, entryOfRefund, entryOfRefundByHand } from '../../domain/books/entry-of.ts';
import type { LedgerEntry } from '../../domain/books/ledger-entry.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { ReversalId } from '../../domain/ids.ts';
import { planOf } from '../../domain/refund/refund-as-it-stands.ts';
import type { CancelledLoan } from '../../ports/lender.ts';
import { note } from '../../store/audit/audit.ts';
import { insertEntry } from '../../store/books/entry.ts';
import type { Tx } from '../../store/database.ts';
import {
  endReversal,
  insertGivenBack,
  type LockedReversal,
  markReversed,
  type Reversal,
  replaceReversal,
  showGivenTwice,
} from '../../store/refund/reversal.ts';
import type { AccountParts } from '../account/open-account.ts';
import { type OpenAccount, withRecord } from '../account/open-account.ts';
import { recordEntry } from '../account/record-entry.ts';
import { withId } from '../books/with-id.ts';
import { newId } from '../new-id.ts';

export interface GivenBack {
  readonly reversal: Pick<
    Reversal,
    'id' | 'payee' | 'amountCents' | 'cardPaymentId' | 'externalReference' | 'paymentEntryId'
  >;
  /** The lender's answer for a loan; null if it did not say how much, which is then taken as it was reckoned. */
  readonly answer: CancelledLoan | null;
  readonly doneOn: PlainDate;
}

/** Records that a refund of the policy is back, or its loan ended. Returns false if that is recorded already. */
export async function recordGivenBack(parts: AccountParts, open: OpenAccount, given: GivenBack): Promise<boolean> {
  const { reversal, answer, doneOn } = given;
  const { id } = reversal;
  const ended = {
    toLoanCents: reversal.payee === 'Lender' ? (answer?.toLoanCents ?? reckonedToLoan(open)) : null,
    byLenderCents: answer?.givenBackCents ?? null,
    doneOn,
  };
  if (!(await endReversal(open.tx, { id, ...ended }))) return false;
  const refundWork = open.stored.record.refundWork.map((one) =>
    one.id === id ? { ...one, ...ended, state: 'done' as const } : one,
  );
  const current = withRecord(open, { refundWork });
  return (await recordEntry(parts, current, entryOfGivenBack(current, given))) !== null;
}

function entryOfGivenBack(open: OpenAccount, { reversal, doneOn: happenedOn }: GivenBack): LedgerEntry {
  const {
    id: reversalId,
    payee,
    amountCents,
    paymentEntryId,
    cardPaymentId,
    externalReference: partyReference,
  } = reversal;
  if (payee !== 'Lender')
    return entryOfRefund({
      by: 'processor',
      reversalId,
      amountCents,
      paymentEntryId,
      cardPaymentId,
      partyReference,
      happenedOn,
    });
  const { policy, cancellationTerms, record } = open.stored;
  const { owed } = planOf({ policy, cancellationTerms, record, account: open.account }, open.at.today)!;
  const sumOf = (isOf: (one: (typeof owed)[number]) => boolean): number =>
    owed.filter(isOf).reduce((sum, one) => sum + one.amountCents, 0);
  return entryOfLoanEnded({
    reversalId,
    toLoanCents: sumOf((one) => one.payee === 'Lender'),
    bySellerCents: sumOf((one) => one.payer === 'Seller'),
    partyReference,
    happenedOn,
  });
}

/** The lender did not say what goes to the loan of a cancelled policy: it is taken as it was reckoned. */
function reckonedToLoan({ stored, account, at }: OpenAccount): number {
  const { policy, cancellationTerms, record } = stored;
  const plan = planOf({ policy, cancellationTerms, record, account }, at.today);
  return plan?.owed.find(({ payee }) => payee === 'Lender')?.amountCents ?? 0;
}

/**
 * Records that money charged or lent without a policy is back. If a person had paid it back in the meantime, the customer has
 * it twice, and an operator is shown that.
 */
export async function finishStray(
  tx: Tx,
  reversal: Omit<Reversal, 'owner'>,
  { by, today, doneOn }: StrayGivenBack,
): Promise<boolean> {
  const { id, applicationId, payee, cardPaymentId, seller, amountCents, paymentEntryId, bookedCents } = reversal;
  if (!(await endReversal(tx, { id, toLoanCents: null, byLenderCents: null, doneOn }))) return false;
  const given = { reversalId: id, partyReference: reversal.externalReference, happenedOn: doneOn };
  const entry =
    payee === 'Lender'
      ? entryOfLoanEnded({ ...given, toLoanCents: bookedCents, bySellerCents: 0 })
      : entryOfRefund({
          ...given,
          by: by === 'party' ? 'processor' : 'operator',
          amountCents,
          paymentEntryId,
          cardPaymentId,
        });
  const sale = { applicationId, policyNumber: null, sellerId: seller.id, day: today };
  await insertEntry(tx, sale, withId(entry));
  if (cardPaymentId !== null) await markReversed(tx, { cardPaymentId });
  const event = by === 'party' ? 'reversed' : 'reversal settled';
  await note(tx, { applicationId, event, facts: { kind: payee, policyNumber: null } });
  await showGivenTwice(tx, { id });
  return true;
}

interface StrayGivenBack {
  /** The processor or the lender has given it back, or a person. */
  readonly by: 'party' | 'operator';
  /** The seller's today, under which it is booked, and the day on which it was given back. */
  readonly today: PlainDate;
  readonly doneOn: PlainDate;
}

/**
 * A person has given back what was charged without a policy. A refund that was begun and has no answer stays asked
 * about. Returns the reversal that is done by it.
 */
export async function settleStray(
  tx: Tx,
  reversal: LockedReversal,
  { today, doneOn }: Omit<StrayGivenBack, 'by'>,
): Promise<ReversalId> {
  if (reversal.state !== 'begun') {
    await finishStray(tx, reversal, { by: 'operator', today, doneOn });
    return reversal.id;
  }
  const id = newId<ReversalId>();
  const { applicationId, paymentEntryId, cardPaymentId, amountCents, seller } = reversal;
  await insertGivenBack(tx, {
    id,
    policyNumber: null,
    applicationId,
    paymentEntryId,
    amountCents,
    notOwedCents: 0,
    doneOn,
  });
  await replaceReversal(tx, { id: reversal.id, replacedBy: id });
  const entry = entryOfRefundByHand({ reversalId: id, amountCents, paymentEntryId, happenedOn: doneOn });
  await insertEntry(tx, { applicationId, policyNumber: null, sellerId: seller.id, day: today }, withId(entry));
  if (cardPaymentId !== null) await markReversed(tx, { cardPaymentId });
  await note(tx, { applicationId, event: 'reversal settled', facts: { kind: 'Customer', policyNumber: null } });
  return id;
}
