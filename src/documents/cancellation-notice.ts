import { daysBetween } from '../domain/calendar.ts';
import type { Cancellation } from '../domain/cancellation/cancellation.ts';
import { isRescission } from '../domain/cancellation/cancellation-cause.ts';
import { type Cents, sumCents } from '../domain/money.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { owedInAnyCase, type RefundPlan } from '../domain/refund/refund-plan.ts';
import { vehicleName } from '../domain/vehicle/vehicle.ts';
import { contactText } from './contact-text.ts';
import { priceWord } from './cover-block.ts';
import type { DocumentContext } from './document-context.ts';
import { addressee, vehicleGroup } from './parties.ts';
import { refundText, unpaidPriceCents } from './refund-text.ts';
import { type Block, type FactGroup, factsKnown, figures, type PriceTable, prose } from './sheet.ts';
import { taxNotes } from './tax-notes.ts';

/**
 * The cancellation notice: from when on nothing is covered, what is given back, how that is worked out and how it
 * comes. It says what the refund plan says: an amount that no obligation of the plan gives is not promised.
 */
export function composeCancellationNotice(
  policy: Policy,
  cancellation: Cancellation,
  context: DocumentContext,
): readonly Block[] {
  const { formats, say, words } = context;
  const { kind, plan, cancelledOn, madeOn } = cancellation;
  const isOwed = plan.owed.length > 0;
  const date = formats.date(cancelledOn);
  const calculation = isRescission(cancellation) ? say.calculationOfRescission : say.calculation[kind];
  const kindWord = isRescission(cancellation) ? say.kindOfRescission : say.kinds[kind];
  return [
    {
      kind: 'letter',
      addressLines: addressee(policy),
      paragraphs: [formats.date(madeOn), openingText(policy, cancellation, context)],
    },
    figures([say.cancelledOn, date], [say.kind, kindWord], moneyFigure(policy, cancellation, context)),
    { kind: 'facts', groups: [policyGroup(policy, cancellation, context), vehicleGroup(policy.inputs, context)] },
    ...(isOwed ? [refundTable(policy, cancellation, context)] : []),
    prose(
      '',
      ...(isOwed ? [[say.calculationLead, calculation] as const] : []),
      ...refundText(policy, cancellation, context),
      [words.contactLead, contactText(context)],
    ),
  ];
}

function openingText(policy: Policy, cancellation: Cancellation, { formats, language, say }: DocumentContext): string {
  const { kind, plan, cancelledOn } = cancellation;
  const { policyNumber, boundOn, inputs } = policy;
  const vehicle = vehicleName(inputs.vehicle, language);
  const date = formats.date(cancelledOn);
  const isGivenBack = plan.owed.length > 0 && plan.route !== 'ask first';
  if (!isRescission(cancellation))
    return say.opening[kind]({ policyNumber, vehicle, date, isAhead: !plan.isDue, isGivenBack });
  const rescinded = say.rescinded(policyNumber, vehicle, formats.date(boundOn));
  return `${rescinded} ${say.firstDayOfRescission(date, isGivenBack)}`;
}

/** What is given back of the price, by whomever to whomever: what a lender waives is no part of it. */
export function givenBackCents({ owed }: Pick<RefundPlan, 'owed'>): Cents {
  return sumCents(owed.filter(({ payer }) => payer !== 'Lender').map(({ amountCents }) => amountCents));
}

/** What is given back or, where that is nothing, what is to be paid. */
function moneyFigure(policy: Policy, { plan }: Cancellation, { formats, say }: DocumentContext) {
  const { route, charge, stillOwedCents } = plan;
  if (stillOwedCents > 0) return [say.stillToPay, formats.money(stillOwedCents)] as const;
  if (charge === 'runs' && route === 'not charged')
    return [say.unpaid, formats.money(unpaidPriceCents(plan, policy.totalWithTaxCents))] as const;
  const back = [say.refund, formats.money(givenBackCents(plan))] as const;
  return route === 'ask first' && plan.owed.length > 0 ? ([...back, say.ifCharged] as const) : back;
}

function policyGroup(policy: Policy, cancellation: Cancellation, context: DocumentContext): FactGroup {
  const { words, formats, say } = context;
  const { requestedBy, ground } = cancellation;
  return {
    title: say.policy,
    facts: factsKnown([
      [words.policyNumber, policy.policyNumber],
      [say.contractDate, isRescission(cancellation) ? formats.date(policy.boundOn) : null],
      [words.policyPeriod, words.period(formats.date(policy.effectiveDate), formats.date(policy.expiryDate))],
      [words.totalWithTax, formats.money(policy.totalWithTaxCents)],
      [words.method, words.methods[policy.payment.method]],
      [words.seller, policy.seller.name],
      [say.requestedBy, say.parties[requestedBy]],
      [say.ground, say.grounds[ground]],
      ...noticeRows(cancellation, context),
    ]),
  };
}

/**
 * Where the insurer cancels: the days of notice that it gave, those that the law asks for, and on what basis. Production
 * names no sample.
 */
function noticeRows(cancellation: Cancellation, { formats, issuer, language, say }: DocumentContext) {
  const { noticeDays, noticeRule, madeOn, cancelledOn } = cancellation;
  if (noticeDays === null || noticeRule === null) return [];
  const basis = language === 'fr' ? (noticeRule.basisFrench ?? noticeRule.basis) : noticeRule.basis;
  const isNamed = !noticeRule.isSample || issuer.notice !== null;
  const givenDays = daysBetween(madeOn, cancelledOn);
  const asked = givenDays === noticeDays ? null : formats.count(noticeDays);
  return [
    [say.noticeDays, say.daysGiven(formats.count(givenDays), asked)] as const,
    ...(isNamed ? [[say.basis, basis] as const] : []),
  ];
}

function refundTable(policy: Policy, cancellation: Cancellation, context: DocumentContext): PriceTable {
  const { words, formats, language, say } = context;
  const { lines, premiumBackCents, taxBackCents, refundCents, taxesBack, plan } = cancellation;
  // Paid by cheque beside a charge that nobody knows of: the unused days come back whatever became of that.
  const isSure = plan.route !== 'ask first' || givenBackCents({ owed: owedInAnyCase(plan) }) >= refundCents;
  return {
    kind: 'prices',
    title: isSure ? say.givenBack : say.givenBackIfCharged,
    columns: [words.coverage, say.daysUnused, priceWord(policy, context), words.tax, words.total],
    rows: lines.map((line) => ({
      name: line.productName[language],
      note: say.paid(priceWord(policy, context), formats.money(line.premiumCents), formats.money(line.taxCents)),
      cells: [
        say.daysOf(formats.count(line.daysUnused), formats.count(line.daysTotal)),
        ...[line.premiumBackCents, line.taxBackCents, line.premiumBackCents + line.taxBackCents].map(formats.money),
      ],
    })),
    total: [words.total, '', ...[premiumBackCents, taxBackCents, refundCents].map(formats.money)],
    notes: taxNotes(taxesBack, context),
  };
}
