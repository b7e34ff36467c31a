import { formatDollars } from '../../domain/money/money.ts';
import type { SaleHistory } from '../../domain/operator/sale-history.ts';
import { facts, table } from './table.ts';

/** One sale as text: facts, money, documents and time line. */
export function historyText(history: SaleHistory): string {
  return [saleText(history), ...moneyTexts(history), ...paperTexts(history), timeLineText(history)].join('\n\n');
}

function saleText({ sale, quote, policy, loan, cancellation, cancellationRequest: request }: SaleHistory): string {
  const { applicant, vehicle, odometer, lienHolder } = policy?.inputs ?? quote;
  return facts({
    Application: sale.applicationId,
    State: sale.policyStatus ?? sale.status,
    ...(sale.moneyStatus && { Money: sale.moneyStatus }),
    Seller: sale.seller.name,
    Applicant: sale.applicantName,
    'E-mail': sale.emailAddress,
    Phone: applicant.phoneNumber,
    Address: [applicant.addressLine1, applicant.addressLine2, applicant.city, applicant.postalCode]
      .filter(Boolean)
      .join(', '),
    Vehicle: `${sale.vehicle}, ${vehicle.vin}, ${odometer} km, ${quote.purchaseMethod}`,
    Quote: `${sale.series}, effective ${sale.effectiveDate}, revision ${quote.revision}, rate book ${quote.rateBookVersion}`,
    ...(quote.dealer && { Dealer: quote.dealer.name }),
    ...(lienHolder && { Lienholder: lienHolder.name }),
    ...(policy && {
      Policy: `${policy.policyNumber}, ${policy.effectiveDate} to ${policy.expiryDate}, ${policy.coverageCategory}`,
      Total: `${formatDollars(policy.totalCents)} (premium ${formatDollars(policy.premiumCents)}), ${policy.paymentMethod}`,
      ...(policy.cancelledOn === null && { 'Rescission until': policy.rescindableUntil }),
    }),
    ...(loan && {
      Loan: `${loan.loanNumber}, ${loan.loanTermInMonths} months of ${formatDollars(loan.installmentCents)}`,
    }),
    ...(cancellation && {
      Cancelled: `first day without coverage ${cancellation.cancelledOn}, ${cancellation.kind}, refund ${formatDollars(cancellation.refundCents)}`,
    }),
    ...(request !== null &&
      request.decision === null && {
        'Asked to cancel': `first day without coverage ${request.cancelledOn}, ${request.ground}, refund ${formatDollars(request.refundCents)}`,
      }),
  });
}

function moneyTexts({ payments, reversals, dueCharge }: SaleHistory): readonly string[] {
  return [
    ...whenAny(payments, [
      { title: 'card payment', of: (row) => row.paymentId },
      { title: 'status', of: (row) => row.status },
      { title: 'total', of: (row) => formatDollars(row.totalCents), align: 'right' },
      { title: 'charge date', of: (row) => row.chargeDate },
      { title: 'card', of: (row) => row.maskedCardNumber },
    ]),
    ...whenAny(dueCharge === null ? [] : [dueCharge], [
      { title: 'scheduled charge', of: (row) => row.paymentId },
      { title: 'state', of: (row) => row.state },
      { title: 'due on', of: (row) => row.dueOn },
      { title: 'amount', of: (row) => formatDollars(row.amountCents), align: 'right' },
    ]),
    ...whenAny(reversals, [
      { title: 'refund', of: (row) => row.reversalId },
      { title: 'type', of: (row) => row.kind },
      { title: 'state', of: (row) => row.state },
      { title: 'amount', of: (row) => formatDollars(row.amountCents), align: 'right' },
      { title: 'attempts', of: (row) => row.attempts, align: 'right' },
      { title: 'cause', of: (row) => row.lastCause },
    ]),
  ];
}

function paperTexts({ policy, documents, mails }: SaleHistory): readonly string[] {
  return [
    ...whenAny(policy?.acknowledgements ?? [], [
      { title: 'acknowledged', of: (row) => row.kind },
      { title: 'version', of: (row) => row.version },
      { title: 'when', of: (row) => row.acknowledgedAt },
    ]),
    ...whenAny(policy?.wordings ?? [], [
      { title: 'wording', of: (row) => row.form },
      { title: 'version', of: (row) => row.version },
      { title: 'language', of: (row) => row.language },
      { title: 'products', of: (row) => row.products.join(' ') },
    ]),
    ...whenAny(documents, [
      { title: 'document', of: (row) => row.documentId },
      { title: 'kind', of: (row) => row.kind },
      { title: 'downloads', of: (row) => row.fetches.length, align: 'right' },
    ]),
    ...whenAny(mails, [
      { title: 'e-mail', of: (row) => row.mailId },
      { title: 'kind', of: (row) => row.kind },
      { title: 'to', of: (row) => row.to },
      { title: 'state', of: (row) => row.state },
      { title: 'sent', of: (row) => row.sentAt },
      { title: 'cause', of: (row) => row.lastCause },
    ]),
  ];
}

function timeLineText({ timeLine }: SaleHistory): string {
  return table(timeLine, [
    { title: 'when (UTC)', of: ({ at }) => at.slice(0, 19).replace('T', ' ') },
    { title: 'event', of: ({ event }) => event },
    { title: 'details', of: ({ facts }) => plainFacts(facts) },
  ]);
}

const plainFacts = (facts: Readonly<Record<string, unknown>>): string =>
  Object.entries(facts)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

function whenAny<Row>(rows: readonly Row[], columns: Parameters<typeof table<Row>>[1]): readonly string[] {
  return rows.length === 0 ? [] : [table(rows, columns)];
}
