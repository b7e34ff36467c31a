import { isPrintable } from '../domain/document/printable.ts';
import type { CardPaid, Loan, Policy } from '../domain/policy/policy.ts';
import { unlinked } from '../domain/unlinked.ts';
import type { DocumentContext } from './document-context.ts';
import { costRows, downPaymentLines, loanOutline, rateWord } from './loan-outline.ts';
import { type FactGroup, factsKnown } from './sheet.ts';

type FactRows = Parameters<typeof factsKnown>[0];

/** How the policy is paid, without a full card number or a bank account. */
export function paymentGroup(policy: Policy, context: DocumentContext): FactGroup {
  const { words } = context;
  return {
    title: words.payment,
    facts: factsKnown([[words.method, words.methods[policy.payment.method]], ...detailRows(policy, context)]),
  };
}

function detailRows(policy: Policy, context: DocumentContext): FactRows {
  const { payment } = policy;
  if ('loan' in payment) return loanRows(policy, payment.loan, context);
  if ('card' in payment) return cardRows(policy, payment.card, context);
  return [
    [context.words.amount, context.formats.money(policy.totalWithTaxCents)],
    // The partner's own, kept as it came: a policy must not wait for a sign that can't be printed.
    [
      context.words.paymentReference,
      payment.reference !== null && isPrintable(payment.reference) ? unlinked(payment.reference) : null,
    ],
  ];
}

function cardRows(policy: Policy, card: CardPaid, { words, formats }: DocumentContext): FactRows {
  const rows: FactRows = [[words.card, `${card.cardType} ${card.maskedCardNumber}`]];
  const date = formats.date(card.chargeDate);
  if (card.charge === null)
    return [...rows, [words.chargeDue, words.chargeDueOn(formats.money(policy.totalWithTaxCents), date)]];
  return [
    ...rows,
    [words.amountPaid, formats.money(card.charge.amountCents)],
    [words.chargedOn, date],
    [words.authorization, card.charge.authorizationNumber],
  ];
}

function loanRows(policy: Policy, loan: Loan, context: DocumentContext): FactRows {
  const { words, formats } = context;
  const outline = loanOutline(loan, context);
  return [
    [words.loanNumber, loan.loanNumber],
    [words.downPayment, downPaymentLines(policy, loan, context)],
    [words.installments, outline.installments],
    [words.firstInstallment, outline.first],
    [words.lastInstallment, outline.last],
    ...costRows(policy, loan, context),
    [rateWord(policy, words, true), formats.percent(loan.aprPercent)],
  ];
}
