import type { Account } from '../../domain/account/account.ts';
import {
  type AccountRecord,
  type ChargeState,
  type ChargeWork,
  notBegun,
  type RefundWork,
} from '../../domain/account/account-record.ts';
import { lostDisputesOwedAgain } from '../../domain/account/lost-disputes.ts';
import { type Allocation, overRefundedCents, toWriteOffCents } from '../../domain/account/payments.ts';
import {
  entryOfCancellation,
  entryOfDisputeLost,
  entryOfVoid,
  entryOfWriteOff,
  type VoidedBy,
} from '../../domain/books/entry-of.ts';
import { dayOfCancellation, paidInTimeCents } from '../../domain/cancellation/non-payment.ts';
import type { EntryId, ReversalId } from '../../domain/ids.ts';
import type { Cents } from '../../domain/money.ts';
import { loanOf } from '../../domain/policy/policy.ts';
import { goodwillInRefund } from '../../domain/refund/refund-plan.ts';
import { setMoneyStatus } from '../../store/account/account.ts';
import { note } from '../../store/audit/audit.ts';
import { readVoidable } from '../../store/books/entry.ts';
import { putIntoEffect, withdraw } from '../../store/cancellation/cancellation.ts';
import { changeCharge, reopenCharge, resumeCharge, stopCharge } from '../../store/card/due-charge.ts';
import { mail } from '../../store/mail/policy-mail.ts';
import { dropReversal, insertReversal } from '../../store/refund/reversal.ts';
import { readTermsOfPolicy } from '../books/read-terms.ts';
import { recordEvent } from '../event/record-event.ts';
import { newId } from '../new-id.ts';
import { ensureLink } from '../unpaid/ensure-link.ts';
import { type AccountParts, appendEntry, type OpenAccount, withRecord } from './open-account.ts';

export interface Consequences {
  readonly open: OpenAccount;
  /** The customer owes from now on what was not owed before, and has a page on which to pay it. */
  readonly asksCustomer: boolean;
}

/**
 * Carries out what follows from what was recorded. Every step reads the account as the step before has left it, and a
 * second call changes nothing. In this order:
 *
 * 1. A cancellation for non-payment is withdrawn if the customer has paid in time: then step 2 has none to put into effect.
 * 2. A cancellation whose day has come takes effect: from here on the price is what the used days cost.
 * 3. What a bank has taken back for good is owed again: only then is it known what is unpaid.
 * 4. A write-off is taken back as far as it was paid, or was not owed.
 * 5. What the used days cost and nobody has paid is written off, if that was chosen. No entry is made after this one.
 * 6. The refund work is made what the account says, and a loan is ended.
 * 7. The charge that is still to be made is made what is owed.
 * 8. Who owes from now on has a page on which to pay.
 * 9. The policy has the state of its money.
 */
export async function applyConsequences(parts: AccountParts, opened: OpenAccount): Promise<Consequences> {
  const withdrawn = await withdrawIfPaid(opened);
  const effective = await putIntoEffectIfDue(withdrawn);
  const disputesOwed = await oweLostDisputes(effective);
  const takenBack = await takeBackWriteOff(disputesOwed);
  const writtenOff = await writeOffIfChosen(takenBack);
  const refundsAligned = await alignRefunds(writtenOff);
  const { open, asksCustomer: asksByCharge } = await alignCharge(refundsAligned);
  const { policyNumber } = open.stored.policy;
  // Cover that was over goes on, and something of its price is unpaid: the letter says that it is asked for.
  const isCoveredAgain =
    opened.stored.record.cancellation?.isInEffect === true && open.stored.cancellationTerms === null;
  const asksCustomer = asksByCharge || (isCoveredAgain && open.account.dueCents > 0 && open.stored.charge !== null);
  // A customer who was refunded too much gets the payment page, but no mail: an operator calls first.
  const isOverRefunded = open.account.balanceCents > 0 && overRefundedCents(open.stored.record) > 0;
  if (asksCustomer || isOverRefunded) await ensureLink(parts, open, { isUnlimited: true });
  await setMoneyStatus(open.tx, { policyNumber, moneyStatus: open.account.moneyStatus });
  return { open, asksCustomer };
}

/**
 * The customer has paid within the notice of a non-payment: the cover goes on. The customer's own day counts, so that
 * it is withdrawn also after it took effect.
 */
async function withdrawIfPaid(open: OpenAccount): Promise<OpenAccount> {
  const { record, cancellationTerms } = open.stored;
  const { cancellation, totalCents } = record;
  if (cancellationTerms === null || cancellation === null) return open;
  // The customer need not pay back goodwill.
  const toPayCents = totalCents - open.account.goodwillCents;
  const inTimeCents = paidInTimeCents(record, open.account.payments, cancellation);
  return inTimeCents === 0 || inTimeCents < toPayCents ? open : withdrawCancellation(open, 'payment');
}

/** Takes a cancellation back: the policy goes on as if it had never been cancelled. */
export async function withdrawCancellation(open: OpenAccount, by: 'payment' | 'operator'): Promise<OpenAccount> {
  const { tx, at } = open;
  const { policy, seller, record, cancellationTerms } = open.stored;
  const { policyNumber, applicationId } = policy;
  let current = open;
  // A write-off from before it took effect has another cause, and stays.
  const effectiveAt = record.entries.findIndex(({ kind }) => kind === 'cancellation');
  const since = effectiveAt === -1 ? [] : record.entries.slice(effectiveAt);
  const taken = since.filter(({ kind }) => kind === 'cancellation' || kind === 'write-off');
  const voidedBy = by === 'payment' ? 'service' : 'operator';
  for (const { id } of taken) current = (await voidEntry(current, id, voidedBy))!;
  await withdraw(tx, { policyNumber, by });
  current = withRecord({ ...current, stored: { ...current.stored, cancellationTerms: null } }, { cancellation: null });
  const { cancelledOn } = cancellationTerms!;
  const wasInEffect = record.cancellation?.isInEffect === true;
  const moneyStatus = current.account.moneyStatus;
  await setMoneyStatus(tx, { policyNumber, moneyStatus });
  await mail(tx, {
    id: newId(),
    policyNumber,
    kind: 'withdrawal',
    facts: {
      cancelledOn,
      withdrawnBy: by,
      wasInEffect,
      paidCents: reachedUsCents(current.account.payments),
      dueCents: wasInEffect ? current.account.dueCents : 0,
    },
  });
  await note(tx, { applicationId, event: 'cancellation withdrawn', facts: { policyNumber, cancelledOn, by } });
  await recordEvent(tx, { type: 'cancellation.withdrawn', policyNumber, sellerId: seller.id, today: at.today });
  return current;
}

/** What has reached us: what was paid and neither came back nor was disputed. What we have refunded since counts, too. */
function reachedUsCents(payments: Account['payments']): Cents {
  return payments.reduce(
    (sum, one) => sum + one.takenCents - one.returnedCents - one.openDisputeCents - one.lostDisputeCents,
    0,
  );
}

/** Takes an entry back. Returns null if it was voided before. */
export async function voidEntry(open: OpenAccount, id: EntryId, by: VoidedBy): Promise<OpenAccount | null> {
  return appendEntry(open, entryOfVoid(await readVoidable(open.tx, { id }), by));
}

async function putIntoEffectIfDue(open: OpenAccount): Promise<OpenAccount> {
  const { tx, at, stored } = open;
  const { policy, cancellationTerms, record } = stored;
  const { cancellation, charge } = record;
  if (cancellationTerms === null || cancellation === null || cancellation.isInEffect) return open;
  if (dayOfCancellation(cancellation, charge, at.today) < cancellation.cancelledOn) return open;
  const { policyNumber, applicationId } = policy;
  await putIntoEffect(tx, { policyNumber });
  await note(tx, { applicationId, event: 'cancellation took effect', facts: { policyNumber } });
  const effective = withRecord(open, { cancellation: { ...cancellation, isInEffect: true } });
  const givenBeforeCents = goodwillInRefund(cancellationTerms.refundCents, open.account);
  const key = newId();
  const entry = entryOfCancellation(policy, cancellationTerms, await readTermsOfPolicy(tx, stored), {
    key,
    givenBeforeCents,
  });
  return (await appendEntry(effective, entry))!;
}

async function oweLostDisputes(open: OpenAccount): Promise<OpenAccount> {
  let current = open;
  for (const { dispute, owedAgainCents } of lostDisputesOwedAgain(open.stored.record, open.account.payments)) {
    const ended = {
      paymentEntryId: dispute.paymentEntryId!,
      cardPaymentId: dispute.cardPaymentId,
      reference: dispute.partyReference!,
      amountCents: dispute.amountCents,
      happenedOn: open.at.today,
      recordedBy: 'service',
      disputeId: dispute.id,
      key: newId(),
    } as const;
    current = (await appendEntry(current, entryOfDisputeLost(ended, owedAgainCents)))!;
  }
  return current;
}

/**
 * Takes a write-off back as far as it turns out to have been paid, or not to be owed: a payment settles what was written
 * off first, and only the rest is refunded. On a cancelled policy the customer's own day counts, however late we learn of
 * it: what was paid after the cover had ended pays for no cover.
 */
async function takeBackWriteOff(open: OpenAccount): Promise<OpenAccount> {
  const { account } = open;
  const { cancellation, entries } = open.stored.record;
  if (account.writtenOffCents === 0) return open;
  const paidLateCents = account.payments
    .filter(({ paidOn }) => cancellation?.isInEffect && paidOn >= cancellation.cancelledOn)
    .reduce((sum, { leftCents }) => sum + leftCents, 0);
  const unpaidCents = Math.max(account.balanceCents + account.writtenOffCents + paidLateCents, 0);
  if (unpaidCents >= account.writtenOffCents) return open;
  let current = open;
  for (const { id, kind } of entries) if (kind === 'write-off') current = (await voidEntry(current, id, 'service'))!;
  return unpaidCents === 0 ? current : (await appendEntry(current, entryOfWriteOff(unpaidCents, newId())))!;
}

/** Writes off what the used days cost and nobody has paid, where the cancellation has chosen that. */
async function writeOffIfChosen(open: OpenAccount): Promise<OpenAccount> {
  const { account } = open;
  const { cancellation } = open.stored.record;
  if (!cancellation?.isInEffect || cancellation.usedDays !== 'write-off' || account.isUnknown) return open;
  const amountCents = toWriteOffCents(open.stored.record, account.payments);
  return amountCents <= 0 ? open : (await appendEntry(open, entryOfWriteOff(amountCents, newId())))!;
}

/** Makes the refund work what the account says. Refunds that the account does not ask for any more are dropped, unless they were begun. */
async function alignRefunds(open: OpenAccount): Promise<OpenAccount> {
  const { tx, stored } = open;
  const ended = await endLoanIfDue(open);
  const wanted = [...open.account.toGiveBack];
  const kept: RefundWork[] = [];
  for (const one of ended.refundWork) {
    const place = wanted.findIndex((other) => isSame(one, other));
    if (one.state !== 'idle' || one.payee === 'Lender' || place >= 0) {
      if (one.state === 'idle' && place >= 0) wanted.splice(place, 1);
      kept.push(one);
    } else await dropReversal(tx, { id: one.id });
  }
  const { policyNumber, applicationId } = stored.policy;
  for (const { paymentEntryId, payee, amountCents } of wanted) {
    const id = newId<ReversalId>();
    const charge = open.account.payments.find((payment) => payment.id === paymentEntryId)?.charge ?? null;
    const toCard = payee === 'Card' ? charge : null;
    const turn = await insertReversal(tx, {
      id,
      policyNumber,
      applicationId,
      payee,
      paymentEntryId,
      key: toCard?.key ?? null,
      cardPaymentId: toCard?.cardPaymentId ?? null,
      externalReference: toCard?.reference ?? null,
      amountCents,
      endsOn: null,
    });
    kept.push({ ...notBegun, id, turn, paymentEntryId, payee, amountCents });
  }
  return withRecord(open, { refundWork: kept });
}

function isSame(one: RefundWork, other: Allocation): boolean {
  return (
    one.paymentEntryId === other.paymentEntryId && one.payee === other.payee && one.amountCents === other.amountCents
  );
}

/** Ends the loan, even if nothing goes to it: only the lender's answer tells how much is left for seller and operator. */
async function endLoanIfDue({ tx, stored, at }: OpenAccount): Promise<Pick<AccountRecord, 'refundWork'>> {
  const { refundWork, cancellation, paidBy } = stored.record;
  const isEnded = refundWork.some(({ payee }) => payee === 'Lender');
  if (paidBy !== 'loan' || !cancellation?.isInEffect || isEnded) return { refundWork };
  const { policyNumber, applicationId, payment } = stored.policy;
  const id = newId<ReversalId>();
  const { refundCents: amountCents, kind, cancelledOn } = cancellation;
  const turn = await insertReversal(tx, {
    id,
    policyNumber,
    applicationId,
    payee: 'Lender',
    paymentEntryId: null,
    key: policyNumber,
    cardPaymentId: null,
    externalReference: loanOf(payment)!.loanNumber,
    // The lender is told the whole refund, and says what of it goes to the loan.
    amountCents,
    // A flat cancellation is from the start, so the installments that were debited meanwhile come back, too.
    endsOn: kind === 'flat' ? (stored.cancellationTerms?.madeOn ?? at.today) : cancelledOn,
  });
  return { refundWork: [...refundWork, { ...notBegun, id, turn, paymentEntryId: null, payee: 'Lender', amountCents }] };
}

/**
 * Makes the charge that is still to be made one for what the customer owes.
 *
 *   the charge                     the customer owes nothing    the customer owes something
 *   under way, unknown, reported   left alone: it is asked about until it is known, and what it took is then a payment
 *   due, refused                   stopped                      its amount and purpose are those of the debt
 *   stopped before its day         nothing                      due again, if it is for the price and can still be made
 *   none, charged, stopped         nothing                      opened again, for a person to collect
 *
 * The customer is asked to pay what is opened again, and what the used days of a cancellation cost; but a customer who was
 * refunded too much is called first, because that is our own mistake.
 */
async function alignCharge(open: OpenAccount): Promise<Consequences> {
  const { charge, paidBy } = open.stored.record;
  const amountCents = open.account.balanceCents;
  const isAskedAbout = open.account.isUnknown || charge?.state === 'reported';
  if (paidBy !== 'card' || isAskedAbout) return { open, asksCustomer: false };
  const isOpen = charge !== null && (charge.state === 'due' || charge.state === 'refused');
  if (amountCents > 0) return isOpen ? changeOpenCharge(open, charge) : collectAgain(open);
  if (!isOpen) return { open, asksCustomer: false };
  await stopCharge(open.tx, { policyNumber: open.stored.policy.policyNumber });
  return { open: withCharge(open, 'stopped'), asksCustomer: false };
}

async function changeOpenCharge(open: OpenAccount, charge: ChargeWork): Promise<Consequences> {
  const { tx, stored, account } = open;
  const owed = debtOf(open);
  if (charge.amountCents === owed.amountCents && stored.charge?.isOfUsedDays === owed.isOfUsedDays)
    return { open, asksCustomer: false };
  const isItsDisputed = account.payments.some(
    ({ lostDisputeCents, charge: made }) =>
      lostDisputeCents > 0 && made?.cardPaymentId === stored.charge?.cardPaymentId,
  );
  const isLeft = await changeCharge(tx, { ...owed, mayNotBeCharged: isItsDisputed });
  return { open: withCharge(open, isLeft ? 'refused' : charge.state), asksCustomer: owed.isOfUsedDays };
}

async function collectAgain(open: OpenAccount): Promise<Consequences> {
  const { tx, stored, account, at } = open;
  const { charge } = stored.record;
  const owed = debtOf(open);
  const { policyNumber, amountCents, isOfUsedDays } = owed;
  const isAhead = charge?.state === 'stopped' && charge.dueOn > at.today && !isOfUsedDays;
  if (isAhead && (await resumeCharge(tx, { policyNumber, amountCents, today: at.today })))
    return { open: withCharge(open, 'due'), asksCustomer: false };
  const isDisputed = account.payments.some(({ lostDisputeCents }) => lostDisputeCents > 0);
  const isOverRefunded = overRefundedCents(stored.record) > 0;
  await reopenCharge(tx, { ...owed, mayNotBeCharged: isDisputed || isOverRefunded, today: at.today });
  return { open: withCharge(open, 'refused'), asksCustomer: !isOverRefunded };
}

/** What the customer owes, and why it is collected. */
function debtOf(open: OpenAccount) {
  const { policy, record } = open.stored;
  const isOfUsedDays = record.cancellation?.isInEffect === true;
  const cause = causeOf(open, isOfUsedDays);
  const amountCents = open.account.balanceCents;
  return { policyNumber: policy.policyNumber, amountCents, isOfUsedDays, failure: 'to-collect', cause } as const;
}

/** The account with a charge in this state, for what the customer owes. */
function withCharge(open: OpenAccount, state: ChargeState): OpenAccount {
  const charge = open.stored.record.charge ?? { tries: 1, isByLink: false, dueOn: open.at.today, cardAwaitedOn: null };
  return withRecord(open, { charge: { ...charge, amountCents: open.account.balanceCents, state } });
}

function causeOf({ account: { payments }, stored }: OpenAccount, isOfUsedDays: boolean): string {
  if (overRefundedCents(stored.record) > 0)
    return 'more was given back than was owed, by hand, or by hand and to the card: have the customer pay it back, or write it off; if it was not given by hand, void that';
  if (isOfUsedDays)
    return 'the policy is cancelled, and its used days are unpaid: collect what they cost, or write it off';
  if (payments.some(({ lostDisputeCents }) => lostDisputeCents > 0))
    return 'the charge was disputed, and the dispute lost: the customer owes it again';
  if (payments.some(({ returnedCents }) => returnedCents > 0)) return 'a payment came back: the customer owes it again';
  if (stored.record.entries.some(({ kind }) => kind === 'refund'))
    return 'it was given back for a cancellation that was withdrawn, or by mistake: the customer owes it again';
  return 'a payment was recorded by mistake: the customer owes it';
}
