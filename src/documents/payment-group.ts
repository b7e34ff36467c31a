import type { CardPaid, Loan, Policy } from '../domain/policy/policy.ts';
import { loanOutline } from './loan-outline.ts';
import type { Pen } from './pen.ts';
import { type FactGroup, factsKnown } from './sheet.ts';

type FactRows = Parameters<typeof factsKnown>[0];

/** How the policy is paid. Whoever reads it learns neither a whole card number nor a bank account. */
export function paymentGroup(policy: Policy, pen: Pen): FactGroup {
  const { words } = pen;
  return {
    title: words.payment,
    facts: factsKnown([[words.method, words.methods[policy.payment.method]], ...detailRows(policy, pen)]),
  };
}

function detailRows(policy: Policy, pen: Pen): FactRows {
  const { payment } = policy;
  if ('loan' in payment) return loanRows(payment.loan, pen);
  if ('card' in payment) return cardRows(policy, payment.card, pen);
  return [
    [pen.words.amount, pen.formats.money(policy.totalWithTaxCents)],
    [pen.words.reference, payment.reference],
  ];
}

function cardRows(policy: Policy, card: CardPaid, { words, formats }: Pen): FactRows {
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

function loanRows(loan: Loan, pen: Pen): FactRows {
  const { words, formats } = pen;
  const outline = loanOutline(loan, pen);
  return [
    [words.loanNumber, loan.loanNumber],
    [words.downPayment, formats.money(loan.downPaymentCents)],
    [words.installments, outline.installments],
    [words.firstInstallment, outline.first],
    [words.lastInstallment, outline.last],
    [words.financeCharge, formats.money(loan.financeChargeCents)],
    [words.applicationFee, formats.money(loan.applicationFeeCents)],
    [words.aprShort, formats.percent(loan.aprPercent)],
    [words.totalPayable, formats.money(loan.totalPayableCents)],
  ];
}
