import type { Cancellation } from '../domain/policy/cancellation.ts';
import { cardOf, loanOf, type Policy } from '../domain/policy/policy.ts';
import type { DocumentContext } from './document-context.ts';
import { addressee, vehicleGroup } from './parties.ts';
import { type Block, type FactGroup, factsKnown, type PriceTable } from './sheet.ts';
import { taxNotes } from './tax-notes.ts';
import { type CancellationWords, cancellationWords, type MoneyFacts } from './words/cancellation-words.ts';

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
  const { year, make, model } = policy.inputs.vehicle;
  const date = formats.date(cancelledOn);
  const isAhead = cancelledOn > madeOn;
  const opening = { policyNumber: policy.policyNumber, vehicle: `${year} ${make} ${model}`, date, isAhead };
  return [
    {
      kind: 'letter',
      addressLines: addressee(policy),
      paragraphs: [formats.date(madeOn), (isUnpaid ? say.openingUnpaid : say.opening)[kind](opening)],
    },
    {
      kind: 'figures',
      figures: [
        { label: say.cancelledOn, lines: [date] },
        { label: say.kind, lines: [say.kinds[kind]] },
        { label: say.refund, lines: [formats.money(isUnpaid ? 0 : refundCents)] },
      ],
    },
    { kind: 'facts', groups: [policyGroup(policy, cancellation, context), vehicleGroup(policy.inputs, context)] },
    ...(isUnpaid ? [] : [refundTable(cancellation, say, context)]),
    {
      kind: 'text',
      title: '',
      items: [
        ...(isUnpaid ? [] : [{ lead: say.calculationLead, text: say.calculation[kind] }]),
        { lead: say.moneyLead, text: moneyText(policy, cancellation, context) },
        { lead: words.contactLead, text: words.contactText(issuer) },
      ],
    },
  ];
}

function policyGroup(
  policy: Policy,
  { requestedBy }: Cancellation,
  { words, formats, language }: DocumentContext,
): FactGroup {
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
        formats.money(line.premiumBackCents),
        formats.money(line.taxBackCents),
        formats.money(line.premiumBackCents + line.taxBackCents),
      ],
    })),
    total: [words.total, '', formats.money(premiumBackCents), formats.money(taxBackCents), formats.money(refundCents)],
    notes: taxNotes(taxesBack ?? [], context),
  };
}

function moneyText(policy: Policy, cancellation: Cancellation, context: DocumentContext): string {
  const say = cancellationWords[context.language];
  const { settlement } = cancellation;
  const facts = moneyFacts(policy, cancellation, context);
  const isPaidToUs = settlement === 'outside' && cardOf(policy.payment) !== null;
  return isPaidToUs ? say.paidToUs(facts.refund) : say.money[settlement](facts);
}

function moneyFacts(
  { payment, seller }: Policy,
  { refundCents }: Cancellation,
  { formats, issuer }: DocumentContext,
): MoneyFacts {
  const card = cardOf(payment);
  return {
    refund: formats.money(refundCents),
    card: card === null ? '' : `${card.cardType} ${card.maskedCardNumber}`,
    seller: seller.name,
    loanNumber: loanOf(payment)?.loanNumber ?? '',
    lender: issuer.lender.name,
    lenderPhone: issuer.lender.phoneNumber,
  };
}
