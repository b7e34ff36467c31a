import { givenBackCents } from '../../documents/cancellation-notice.ts';
import type { Formats } from '../../documents/formats.ts';
import { mayStillPay, unpaidPriceCents } from '../../documents/refund-text.ts';
import { addDays } from '../../domain/calendar.ts';
import { isRescission } from '../../domain/cancellation/cancellation-cause.ts';
import type { Cents } from '../../domain/money.ts';
import { owedInAnyCase } from '../../domain/refund/refund-plan.ts';
import type { CancellationFacts, RefundFacts, WithdrawalFacts } from '../../store/mail/mail.ts';
import type { CancellationMailWords } from './cancellation-mail-words.ts';
import type { Paragraph } from './mail-html.ts';
import type { MailVocabulary } from './mail-words.ts';

/** What these mails need besides their facts. */
export interface MailedPolicy {
  readonly policyNumber: string;
  readonly vehicle: string;
  readonly totalCents: Cents;
  /** The card's type and its last digits; null if none pays. */
  readonly card: string | null;
  readonly words: MailVocabulary;
  /** The address of the page on which the customer can pay; null: there is none. */
  readonly link: string | null;
  readonly formats: Pick<Formats, 'money' | 'date'>;
}

/** What is still to be paid for a cancelled policy, or to be paid so that it is not cancelled; zero: nothing. */
export function toPayCents(facts: CancellationFacts, totalCents: Cents): Cents {
  return mayStillPay(facts) ? unpaidPriceCents(facts.plan, totalCents) : facts.plan.stillOwedCents;
}

/** What surely is given back: what depends on whether the card was charged is not. */
export function certainRefundCents({ plan }: CancellationFacts): Cents {
  return givenBackCents({ owed: owedInAnyCase(plan) });
}

export function cancellationSubject(
  facts: CancellationFacts,
  policyNumber: string,
  { words, date }: { readonly words: MailVocabulary; readonly date: Formats['date'] },
): string {
  const { subjects } = words.cancellation;
  const day = date(facts.cancelledOn);
  if (mayStillPay(facts)) return subjects.unpaid(policyNumber, day);
  if (isRescission(facts)) return subjects.rescinded(policyNumber);
  return facts.plan.isDue ? subjects.cancelled(policyNumber) : subjects.cancelledFrom(policyNumber, day);
}

export function cancellationBody(facts: CancellationFacts, mailed: MailedPolicy): readonly Paragraph[] {
  const say = mailed.words.cancellation;
  const day = mailed.formats.date(facts.cancelledOn);
  const lead = leadOf(facts, say)(say.policy(mailed.policyNumber, mailed.vehicle), day);
  const notice = facts.plan.owed.length > 0 ? say.noticeOfRefund : say.noticeOfPayment;
  return [`${lead} ${say.firstDay(day)} ${notice}`, ...paymentOf(facts, mailed, say), say.noticeAttached];
}

function leadOf(facts: CancellationFacts, { leads }: CancellationMailWords) {
  if (isRescission(facts)) return leads.rescinded;
  if (facts.plan.isDue) return leads.cancelled;
  return facts.kind === 'flat' ? leads.beforeItBegins : leads.cancelledFrom;
}

function paymentOf(
  facts: CancellationFacts,
  { totalCents, link, words, formats: { money, date } }: MailedPolicy,
  say: CancellationMailWords,
): readonly Paragraph[] {
  const cents = toPayCents(facts, totalCents);
  if (cents === 0) return [];
  const amount = money(cents);
  const lastDay = date(facts.payableUntil ?? addDays(facts.cancelledOn, -1));
  const unpaid = facts.plan.partPaidCents ? say.unpaidOf(money(totalCents), amount) : say.unpaid(amount);
  const why = mayStillPay(facts) ? `${unpaid} ${say.mayPay(lastDay)}` : say.stillToPay(amount);
  return link === null
    ? [`${why} ${say.contactToPay}`]
    : [`${why} ${say.payHere}`, { link, label: words.unpaid.pay(amount) }, words.unpaid.linkIsYours];
}

export function withdrawalBody(
  { cancelledOn, withdrawnBy, wasInEffect = false, paidCents, dueCents }: WithdrawalFacts,
  { policyNumber, vehicle, words, formats: { money, date } }: MailedPolicy,
): readonly Paragraph[] {
  const say = words.cancellation;
  const effect = (wasInEffect ? say.tookEffect : say.wasToTakeEffect)(date(cancelledOn));
  const due = dueCents > 0 ? [say.due(money(dueCents))] : [];
  const withdrawn = say.withdrawn(policyNumber, vehicle, effect);
  switch (withdrawnBy) {
    case 'payment':
      // The lender has a loan's money, and we do not know how much.
      return [paidCents > 0 ? say.paid(money(paidCents)) : say.paidOnLoan, withdrawn, ...due, say.noticeOver];
    case 'operator':
      return [withdrawn, ...due, say.noticeOver];
  }
}

export function refundBody(
  { amountCents, payee, doneOn, isInForce = false }: RefundFacts,
  { policyNumber, card, words, formats: { money, date } }: MailedPolicy,
): readonly Paragraph[] {
  const say = words.cancellation;
  const given = { policy: say.forPolicy(policyNumber, !isInForce), amount: money(amountCents), day: date(doneOn) };
  switch (payee) {
    case 'Card':
      return [say.givenToCard({ ...given, card: card === null ? '' : `, ${card}` }), say.receiptAttached];
    case 'Customer':
      return [say.givenToYou(given), say.receiptAttached];
    case 'Lender':
      return [
        `${amountCents > 0 ? say.givenToLoan(given) : say.nothingToLoan(given)} ${say.newAmounts}`,
        say.receiptAttached,
      ];
  }
}
