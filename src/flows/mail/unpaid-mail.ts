import type { UnpaidFacts } from '../../store/mail/mail.ts';
import type { MailedPolicy } from './cancellation-mail.ts';
import type { UnpaidTopic } from './mail-about.ts';
import type { Paragraph } from './mail-html.ts';
import type { UnpaidMailWords } from './unpaid-mail-words.ts';

export function unpaidSubject(
  topic: UnpaidTopic,
  { isTaxChanged }: UnpaidFacts,
  policyNumber: string,
  { refusal, paymentLink, lapse }: UnpaidMailWords,
): string {
  switch (topic) {
    case 'refusal':
      return (isTaxChanged ? refusal.subjectOfTax : refusal.subject)(policyNumber);
    case 'payment link':
      return paymentLink.subject(policyNumber);
    case 'lapse':
      return lapse.subject(policyNumber);
  }
}

export function unpaidBody(topic: UnpaidTopic, facts: UnpaidFacts, mailed: MailedPolicy): readonly Paragraph[] {
  switch (topic) {
    case 'refusal':
      return facts.isTaxChanged ? taxBody(facts, mailed) : refusalBody(facts, mailed);
    case 'payment link':
      return linkBody(facts, mailed);
    case 'lapse':
      return lapseBody(facts, mailed);
  }
}

function refusalBody(facts: UnpaidFacts, mailed: MailedPolicy): readonly Paragraph[] {
  const { nextDay, isCancelled = false } = facts;
  const { policyNumber, link, words, formats } = mailed;
  const { refusal } = words.unpaid;
  const { amount, card, label } = namesOf(facts, mailed);
  const declined = refusal.declined(amount, card, policyNumber);
  if (nextDay) {
    const day = formats.date(nextDay);
    const lines = { before: refusal.againOrPay(day), label, instead: refusal.againOrContact(day) };
    return [declined, ...pageOr(link, words.unpaid, lines)];
  }
  const lines = isCancelled
    ? { before: refusal.payAfterTheEnd, label, instead: refusal.contactAfterTheEnd }
    : { before: refusal.pay, label, instead: refusal.contact };
  return [declined, ...pageOr(link, words.unpaid, lines)];
}

function taxBody(facts: UnpaidFacts, mailed: MailedPolicy): readonly Paragraph[] {
  const { refusal } = mailed.words.unpaid;
  const { amount, card } = namesOf(facts, mailed);
  return [
    refusal.taxChanged(amount, card, mailed.policyNumber),
    facts.isCancelled ? refusal.taxContactAfterTheEnd : refusal.taxContact,
  ];
}

function linkBody(facts: UnpaidFacts, mailed: MailedPolicy): readonly Paragraph[] {
  const { wasRefused = true, chargeOn, lastDay } = facts;
  const { policyNumber, vehicle, link, words, formats } = mailed;
  const { paymentLink } = words.unpaid;
  const { amount, card, label } = namesOf(facts, mailed);
  return [
    wasRefused
      ? paymentLink.refused(amount, policyNumber, vehicle, card)
      : paymentLink.unpaid(amount, policyNumber, vehicle),
    ...pageOr(link, words.unpaid, {
      before: chargeOn ? paymentLink.otherCard(formats.date(chargeOn)) : paymentLink.payHere,
      label: chargeOn ? paymentLink.useOtherCard : label,
      instead: paymentLink.contact,
    }),
    ...(link === null || !lastDay ? [] : [paymentLink.usableUntil(formats.date(lastDay))]),
  ];
}

function lapseBody(facts: UnpaidFacts, mailed: MailedPolicy): readonly Paragraph[] {
  const { policyNumber, vehicle, link, words } = mailed;
  const { lapse } = words.unpaid;
  const { amount, card, label } = namesOf(facts, mailed);
  return [
    lapse.unpaid(amount, policyNumber, vehicle, card),
    lapse.mayEnd,
    ...pageOr(link, words.unpaid, { before: lapse.payHere, label, instead: lapse.contact }),
  ];
}

function namesOf({ amountCents, maskedCardNumber }: UnpaidFacts, { words, formats }: MailedPolicy) {
  const amount = formats.money(amountCents);
  return { amount, card: endingIn(maskedCardNumber, words.unpaid), label: words.unpaid.pay(amount) };
}

/** The page with what leads to it, or else the words for one who has no page. */
export function pageOr(
  link: string | null,
  { linkIsYours }: Pick<UnpaidMailWords, 'linkIsYours'>,
  { before, label, instead }: { readonly before: string; readonly label: string; readonly instead: string },
): readonly Paragraph[] {
  return link === null ? [instead] : [before, { link, label }, linkIsYours];
}

/** The card is described only if the processor has told its digits. */
export function endingIn(maskedCardNumber: string, { ending }: Pick<UnpaidMailWords, 'ending'>): string {
  return /\d{4}$/.test(maskedCardNumber) ? ` ${ending} ${maskedCardNumber.slice(-4)}` : '';
}
