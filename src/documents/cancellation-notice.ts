import type { Cancellation } from '../domain/cancellation/cancellation.ts';
import { isRescission } from '../domain/cancellation/cancellation-cause.ts';
import { type Cents, sumCents } from '../domain/money.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { RefundPlan } from '../domain/refund/refund-plan.ts';
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
  const { formats, language, say, words } = context;
  const { kind, plan, cancelledOn, madeOn } = cancellation;
  const isOwed = plan.owed.length > 0;
  const date = formats.date(cancelledOn);
  const opening = isRescission(cancellation) ? say.openingOfRescission : say.opening[kind];
  const calculation = isRescission(cancellation) ? say.calculationOfRescission : say.calculation[kind];
  const kindWord = isRescission(cancellation) ? say.kindOfRescission : say.kinds[kind];
  return [
    {
      kind: 'letter',
      addressLines: addressee(policy),
      paragraphs: [
        formats.date(madeOn),
        opening({
          policyNumber: policy.policyNumber,
          vehicle: vehicleName(policy.inputs.vehicle, language),
          date,
          contractDate: formats.date(policy.boundOn),
          isAhead: !plan.isDue,
          isGivenBack: isOwed && plan.route !== 'ask first',
        }),
      ],
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
    title: words.payment,
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

/** Where the insurer cancels: the days of notice that the law asks for, and on what basis. Production names no sample. */
function noticeRows({ noticeDays, noticeRule }: Cancellation, { formats, issuer, language, say }: DocumentContext) {
  if (noticeDays === null || noticeRule === null) return [];
  const basis = language === 'fr' ? (noticeRule.basisFrench ?? noticeRule.basis) : noticeRule.basis;
  const isNamed = !noticeRule.isSample || issuer.notice !== null;
  return [
    [say.noticeDays, say.days(formats.count(noticeDays))] as const,
    ...(isNamed ? [[say.basis, basis] as const] : []),
  ];
}

function refundTable(policy: Policy, cancellation: Cancellation, context: DocumentContext): PriceTable {
  const { words, formats, language, say } = context;
  const { lines, premiumBackCents, taxBackCents, refundCents, taxesBack, plan } = cancellation;
  return {
    kind: 'prices',
    title: plan.route === 'ask first' ? say.givenBackIfCharged : say.givenBack,
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
