import type { Cancellation } from '../domain/policy/cancellation.ts';
import { cardOf, loanOf, type Policy } from '../domain/policy/policy.ts';
import { vehicleName } from '../domain/vehicle/vehicle.ts';
import type { DocumentContext } from './document-context.ts';
import { addressee, vehicleGroup } from './parties.ts';
import { type Block, factsKnown, figures, type PriceTable, prose } from './sheet.ts';
import { taxNotes } from './tax-notes.ts';
import { type CancellationWords, cancellationWords } from './words/cancellation-words.ts';

/**
 * The cancellation notice: from when on nothing is covered, what is given back, how that is worked out and how it
 * comes.
 */
export function composeCancellationNotice(
  policy: Policy,
  cancellation: Cancellation,
  context: DocumentContext,
): readonly Block[] {
  const { words, formats, issuer, language } = context;
  const say = cancellationWords[language];
  const { kind, settlement, cancelledOn, madeOn, refundCents } = cancellation;
  const isUnpaid = settlement === 'charge-stopped';
  const date = formats.date(cancelledOn);
  const isAhead = cancelledOn > madeOn;
  const opening = { policyNumber: policy.policyNumber, vehicle: vehicleName(policy.inputs.vehicle), date, isAhead };
  return [
    {
      kind: 'letter',
      addressLines: addressee(policy),
      paragraphs: [formats.date(madeOn), (isUnpaid ? say.openingUnpaid : say.opening)[kind](opening)],
    },
    figures(
      [say.cancelledOn, date],
      [say.kind, say.kinds[kind]],
      [say.refund, formats.money(isUnpaid ? 0 : refundCents)],
    ),
    { kind: 'facts', groups: [policyGroup(policy, cancellation, context), vehicleGroup(policy.inputs, context)] },
    ...(isUnpaid ? [] : [refundTable(cancellation, say, context)]),
    prose(
      '',
      ...(isUnpaid ? [] : [[say.calculationLead, say.calculation[kind]] as const]),
      [say.moneyLead, moneyText(policy, cancellation, context)],
      [words.contactLead, words.contactText(issuer)],
    ),
  ];
}

function policyGroup(policy: Policy, { requestedBy }: Cancellation, { words, formats, language }: DocumentContext) {
  const say = cancellationWords[language];
  return {
    title: words.payment,
    facts: factsKnown([
      [words.policyNumber, policy.policyNumber],
      [words.policyPeriod, words.period(formats.date(policy.effectiveDate), formats.date(policy.expiryDate))],
      [words.totalWithTax, formats.money(policy.totalWithTaxCents)],
      [words.method, words.methods[policy.payment.method]],
      [words.seller, policy.seller.name],
      [say.requestedBy, requestedBy === undefined ? null : say.parties[requestedBy]],
    ]),
  };
}

function refundTable(
  { lines, premiumBackCents, taxBackCents, refundCents, taxesBack }: Cancellation,
  say: CancellationWords,
  context: DocumentContext,
): PriceTable {
  const { words, formats, language } = context;
  return {
    kind: 'prices',
    title: say.givenBack,
    columns: [words.coverage, say.daysUnused, words.premium, words.tax, words.total],
    rows: lines.map((line) => ({
      name: line.productName[language],
      note: say.paid(formats.money(line.premiumCents), formats.money(line.taxCents)),
      cells: [
        say.daysOf(formats.count(line.daysUnused), formats.count(line.daysTotal)),
        ...[line.premiumBackCents, line.taxBackCents, line.premiumBackCents + line.taxBackCents].map(formats.money),
      ],
    })),
    total: [words.total, '', ...[premiumBackCents, taxBackCents, refundCents].map(formats.money)],
    notes: taxNotes(taxesBack ?? [], context),
  };
}

function moneyText({ payment, seller }: Policy, cancellation: Cancellation, context: DocumentContext): string {
  const { formats, issuer, language } = context;
  const say = cancellationWords[language];
  const { settlement, refundCents } = cancellation;
  const card = cardOf(payment);
  const refund = formats.money(refundCents);
  if (settlement === 'outside' && card !== null) return say.paidToUs(refund);
  return say.money[settlement]({
    refund,
    card: card === null ? '' : `${card.cardType} ${card.maskedCardNumber}`,
    seller: seller.name,
    loanNumber: loanOf(payment)?.loanNumber ?? '',
    lender: issuer.lender.name,
    lenderPhone: issuer.lender.phoneNumber,
  });
}
