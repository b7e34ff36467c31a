import { addDays } from '../domain/calendar.ts';
import type { Cancellation } from '../domain/cancellation/cancellation.ts';
import { collectedOnLoan } from '../domain/financing/owed-on-loan.ts';
import type { Cents } from '../domain/money.ts';
import { cardOf, loanOf, type Policy } from '../domain/policy/policy.ts';
import {
  type Obligation,
  owedInAnyCase,
  type RefundPlan,
  refundOfUnknownCharge,
} from '../domain/refund/refund-plan.ts';
import type { DocumentContext } from './document-context.ts';
import type { TextItem } from './sheet.ts';
import type { CancellationWords } from './words/cancellation-words.ts';

/** Puts a cancellation's refund plan into words: who gives what to whom and when, and what is still to be paid. */
export function refundText(policy: Policy, cancellation: Cancellation, context: DocumentContext): readonly TextItem[] {
  const { say } = context;
  const told = { policy, cancellation, context, say };
  const { plan } = cancellation;
  const lead = plan.owed.length > 0 ? say.moneyLead : say.paymentLead;
  if (plan.route === 'loan' && cancellation.kind === 'flat') return fallenLoanItems(told, lead);
  return [{ lead, text: [...firstCharge(told), ...moneyText(told)].join(' ') }];
}

/** The loan falls with its policy: everything comes back, from whoever has it. */
function fallenLoanItems(told: Told, lead: string): readonly TextItem[] {
  const { policy, cancellation, context, say } = told;
  const { lender } = context.issuer;
  const { money, date } = context.formats;
  const { plan, madeOn, ground } = cancellation;
  const loan = loanOf(policy.payment)!;
  const takenCents = collectedOnLoan(loan, madeOn);
  const taken = takenCents === 0 ? say.noneTaken : say.installmentsTaken(money(takenCents));
  const day = date(madeOn);
  const given = plan.owed.map(({ payer, payee, amountCents }): string => {
    const amount = money(amountCents);
    if (payee === 'Lender') return say.advanceToLender(amount, lender.name, day);
    if (payer === 'Seller') return say.downPaymentNow(amount, policy.seller.name);
    return payer === 'Lender' ? say.costBack(amount, lender.name, day) : say.installmentsBack(amount);
  });
  return [
    { lead, text: `${say.loanFalls(loan.loanNumber, lender.name, day)} ${taken}` },
    ...given.map((text) => ({ lead: '', text: `•  ${text}`, isListed: true }) as const),
    { lead: '', text: `${say.lenderConfirms} ${say.askLender(lender.name, lender.phoneNumber)}` },
    ...(ground === 'NonPayment' && !plan.isDue ? [{ lead: '', text: say.loanMayBePaid(lender.name) }] : []),
  ];
}

/**
 * Whether the customer can avert the cancellation: one for non-payment is withdrawn when what is unpaid is paid before
 * its day.
 */
export function mayStillPay(cancellation: Pick<Cancellation, 'ground' | 'plan' | 'payableUntil'>): boolean {
  return isUnpaidAhead(cancellation) && cancellation.payableUntil !== null;
}

function isUnpaidAhead({ ground, plan }: Pick<Cancellation, 'ground' | 'plan'>): boolean {
  return ground === 'NonPayment' && !plan.isDue && (plan.route === 'not charged' || plan.partPaidCents !== null);
}

/** What is not paid of the price, while it can still be. */
export function unpaidPriceCents({ partPaidCents }: Pick<RefundPlan, 'partPaidCents'>, totalCents: Cents): Cents {
  return totalCents - (partPaidCents ?? 0);
}

interface Told {
  readonly policy: Policy;
  readonly cancellation: Cancellation;
  readonly context: DocumentContext;
  readonly say: CancellationWords;
}

type Sentences = readonly string[];

function firstCharge(told: Told): Sentences {
  const { cancellation, context, say } = told;
  const { chargedFirstOn, chargedFirstCents } = cancellation.plan;
  const { money, date } = context.formats;
  if (chargedFirstOn === null || chargedFirstCents === undefined) return [];
  return [say.chargedFirst(cardText(told), money(chargedFirstCents), date(chargedFirstOn))];
}

function moneyText(told: Told): Sentences {
  const { cancellation, say } = told;
  const { route, owed } = cancellation.plan;
  if (isUnpaidAhead(cancellation) && route !== 'not charged')
    return [...aheadText(told), say.elseGiven, ...owed.map((one) => giveText(one, told))];
  switch (route) {
    case 'ask first':
      return askText(told);
    case 'not charged':
      return unpaidText(told);
    case 'loan':
      return owed.length === 0 ? nothingText(told) : loanText(told);
    case 'card':
      return [...owed.map((one) => giveText(one, told)), ...givenBefore(told), say.issuersShow];
    case 'seller':
      return owed.length === 0 ? nothingText(told) : owed.map((one) => giveText(one, told));
    case 'operator':
      return [...owed.map((one) => giveText(one, told)), ...givenBefore(told), say.receiptFollows];
    case 'nothing':
      return nothingText(told);
  }
}

/** What was given without a cancellation counts in what it gives back. */
function givenBefore({ cancellation: { plan }, context, say }: Told): Sentences {
  return plan.goodwillCents > 0 ? [say.givenBefore(context.formats.money(plan.goodwillCents))] : [];
}

/** The way in which it was paid decides the words: the loan's are shorter, since its text says the rest. */
function giveText({ payer, payee, amountCents }: Obligation, told: Told): string {
  const { policy, cancellation, context, say } = told;
  const { plan } = cancellation;
  const amount = context.formats.money(amountCents);
  const from = fromText(told);
  const isOfLoan = plan.route === 'loan';
  switch (payee) {
    case 'Card':
      return plan.chargedFirstOn === null ? say.toCard(amount, cardText(told), from) : say.ofIt(amount, from);
    case 'Lender':
      return say.toLoan(amount, context.issuer.lender.name);
    case 'Customer':
      switch (payer) {
        case 'Seller':
          return isOfLoan
            ? say.downPayment(amount, policy.seller.name)
            : say.bySeller(amount, policy.seller.name, from);
        case 'Operator':
        case 'Processor':
        case 'Lender':
          return isOfLoan ? say.toYou(amount) : say.byOperator(amount, from);
      }
  }
}

function loanText(told: Told): Sentences {
  const { policy, cancellation, context, say } = told;
  const { plan, cancelledOn, ground } = cancellation;
  const { lender } = context.issuer;
  const loanNumber = loanOf(policy.payment)?.loanNumber ?? '';
  const isFromUs = plan.owed.some(({ payer, payee }) => payer === 'Operator' && payee === 'Customer');
  return [
    say.loanFirst(loanNumber, lender.name, context.formats.date(cancelledOn)),
    ...(plan.isDue ? [] : [say.loanRuns]),
    ...(ground === 'NonPayment' && !plan.isDue ? [say.loanMayBePaid(lender.name)] : []),
    ...plan.owed.map((one) => giveText(one, told)),
    ...(isFromUs ? [say.receiptFollows] : []),
    say.lenderDecides,
    say.restOfLoan(lender.phoneNumber),
  ];
}

function askText(told: Told): Sentences {
  const { cancellation, context, say } = told;
  const { plan, kind, usedDays } = cancellation;
  const ifCharged = refundOfUnknownCharge(plan);
  const inAnyCase = owedInAnyCase(plan);
  // What was paid otherwise pays the used days, if some of it is given back.
  const isUsedOwed = kind === 'pro-rata' && usedDays === 'owe' && inAnyCase.length === 0;
  return [
    say.asking(cardText(told)),
    ...(ifCharged === null ? [] : [say.ifItWas(context.formats.money(ifCharged.amountCents), fromText(told))]),
    ...(plan.owed.length === 0 ? [say.ifItWasToTheEnd] : []),
    // Before the day of a pro-rata cancellation a card is charged as without it.
    ...(plan.isDue || kind === 'flat'
      ? [say.ifItWasNot, ...(isUsedOwed ? [say.usedThenOwed] : [])]
      : [say.ifItWasNotYet, ...(inAnyCase.length === 0 ? [say.ifNotPaid[usedDays]] : [])]),
    ...inAnyCase.map((one) => giveText(one, told)),
  ];
}

/** What is unpaid, and until when it can be paid. */
function aheadText(told: Told): Sentences {
  const { cancellation, context, say } = told;
  const { cancelledOn, payableUntil } = cancellation;
  const isPayable = mayStillPay(cancellation);
  const lastDay = context.formats.date(payableUntil ?? addDays(cancelledOn, -1));
  return [notPaidText(told), isPayable ? say.mayPay(lastDay) : say.taxHasChanged];
}

function notPaidText({ policy, cancellation: { plan }, context, say }: Told): string {
  const { money } = context.formats;
  const total = policy.totalWithTaxCents;
  const unpaid = money(unpaidPriceCents(plan, total));
  return plan.partPaidCents ? say.notPaidOf(money(total), unpaid) : say.notPaid(unpaid);
}

function unpaidText(told: Told): Sentences {
  const { cancellation, context, say } = told;
  const { money, date } = context.formats;
  const { plan, kind, usedDays, cancelledOn } = cancellation;
  const { writtenOffCents, stillOwedCents, partPaidCents } = plan;
  const notPaid = notPaidText(told);
  if (isUnpaidAhead(cancellation))
    return [...aheadText(told), kind === 'flat' ? say.ifNotPaidFlat : say.ifNotPaid[usedDays]];
  switch (plan.charge) {
    case 'runs':
      return [notPaid, say.ifPaid(date(cancelledOn)), say.ifNotPaid[usedDays]];
    case 'waits':
      return [say.willNotBeCharged(cardText(told)), say.nothingToPay];
    case 'asked':
      return askText(told);
    case 'reduced':
      return [
        ...(partPaidCents === null ? [say.notChargedYet(cardText(told))] : cameInText(told, partPaidCents)),
        partPaidCents ? say.restOwed(money(stillOwedCents)) : say.stillOwed(money(stillOwedCents)),
      ];
    case 'disputed':
      return [say.disputed(cardText(told)), ...(stillOwedCents > 0 ? [say.stillOwed(money(stillOwedCents))] : [])];
    case 'taken back':
      return [
        say.takenBack(cardText(told)),
        stillOwedCents > 0 ? say.stillOwed(money(stillOwedCents)) : say.nothingToPay,
      ];
    case 'none':
    case 'stopped':
      return [
        ...(partPaidCents === null ? [say.notCharged(cardText(told))] : cameInText(told, partPaidCents)),
        writtenOffText(told, writtenOffCents),
      ];
  }
}

/** A part was paid, or what was paid came back: a returned cheque, a lost dispute. */
function cameInText({ context, say }: Told, partPaidCents: Cents): Sentences {
  return [partPaidCents === 0 ? say.cameBack : say.partPaid(context.formats.money(partPaidCents))];
}

function writtenOffText({ cancellation, context, say }: Told, writtenOffCents: Cents): string {
  if (writtenOffCents === 0) return say.nothingToPay;
  const amount = context.formats.money(writtenOffCents);
  return cancellation.plan.partPaidCents ? say.restWrittenOff(amount) : say.writtenOff(amount);
}

/** A policy of which nothing is given back has no day left, unless the customer has paid the used ones alone. */
function nothingText(told: Told): Sentences {
  const { cancellation, say } = told;
  const { refundCents, plan } = cancellation;
  if (refundCents === 0) return [say.noDayLeft];
  return plan.goodwillCents > 0 ? givenBefore(told) : [say.usedDaysPaid];
}

/** Empty once the day has come: it is given back at once. */
function fromText({ cancellation, context, say }: Told): string {
  return cancellation.plan.isDue ? '' : say.from(context.formats.date(cancellation.plan.dueOn));
}

function cardText({ policy }: Told): string {
  const card = cardOf(policy.payment);
  return card === null ? '' : `${card.cardType} ${card.maskedCardNumber}`;
}
