import type { CancellationRequestFacts, RequestEnding } from '../../domain/cancellation/cancellation-request.ts';
import type { CancellationFacts, SaleHistory } from '../../domain/history/sale-history.ts';
import type { SaleRow, ShownPayment } from '../../domain/list/sale-rows.ts';
import { formatDollars } from '../../domain/money.ts';
import { fullRefund } from './cancellation-text.ts';
import { type Columns, facts, plain, plainFacts, type Shown, table } from './table.ts';
import { standingText } from './words/money.ts';

export function historyText(history: SaleHistory): Shown {
  return [saleText(history), ...moneyTexts(history), ...paperTexts(history), timeLineText(history)];
}

export function saleState({ policyStatus, status }: Pick<SaleRow, 'policyStatus' | 'status'>): string {
  const word = plain(policyStatus ?? status);
  return word[0]!.toUpperCase() + word.slice(1);
}

/** Says the state of a payment, and what has become of a charge on a later day. */
export function paymentState({ status, charge }: Pick<ShownPayment, 'status' | 'charge'>): string {
  return status === 'Scheduled' && charge !== null && charge.state !== 'due' ? `${status}, ${charge.state}` : status;
}

function saleText({ sale, quote, policy, loan, cancellation, cancellationRequest: request }: SaleHistory): Shown {
  const { applicant, vehicle, odometer, lienHolder } = policy?.inputs ?? quote;
  return facts({
    Application: sale.applicationId,
    State: saleState(sale),
    ...(sale.moneyStatus && { Money: plain(sale.moneyStatus) }),
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
      Policy: `${policy.policyNumber}, ${policy.effectiveDate} to ${policy.expiryDate}, ${plain(policy.coverageCategory)}`,
      Total: `${formatDollars(policy.totalCents)} (premium ${formatDollars(policy.premiumCents)}), ${policy.paymentMethod}`,
      ...(policy.cancelledOn === null && { 'Rescission until': policy.rescindableUntil }),
    }),
    ...(loan && {
      Loan: `${loan.loanNumber}, ${loan.loanTermInMonths} months of ${formatDollars(loan.installmentCents)}`,
    }),
    ...(cancellation && { Cancellation: cancellationText(cancellation) }),
    ...(request && { 'Asked to cancel': requestText(request) }),
  });
}

function requestText({ cancelledOn, ground, refundCents, decision, ...request }: CancellationRequestFacts): string {
  const asked = [
    `first day without cover ${cancelledOn}`,
    plain(ground),
    `refund ${formatDollars(refundCents)}`,
    ...(request.givesEverythingBack ? [fullRefund] : []),
  ].join(', ');
  return `${decision === null ? 'open' : requestStates[decision]}: ${asked}`;
}

const requestStates = {
  accepted: 'accepted',
  declined: 'declined',
  withdrawn: 'taken back by the seller',
  replaced: 'replaced',
} as const satisfies Record<RequestEnding, string>;

function cancellationText({ isInEffect, cancelledOn, kind, requestedBy, ground, ...money }: CancellationFacts): string {
  return [
    isInEffect ? 'in effect' : 'scheduled',
    `first day without cover ${cancelledOn}`,
    kind,
    `asked for by ${requestedBy} (${plain(ground)})`,
    ...(money.writtenOffCents > 0 ? [`${formatDollars(money.writtenOffCents)} for used days written off`] : []),
    ...(money.stillOwedCents > 0 ? [`${formatDollars(money.stillOwedCents)} for used days owed`] : []),
  ].join(', ');
}

function moneyTexts(history: SaleHistory): readonly Shown[] {
  const { payments, reversals, dueCharge, cancellation, entries, account } = history;
  return [
    ...(account === null ? [] : [standingText(account)]),
    ...whenAny(entries, {
      entry: 'entryId',
      day: 'happenedOn',
      what: ({ kind, isVoided }) => `${plain(kind)}${isVoided ? ', voided' : ''}`,
      amount: 'amountCents',
      'recorded by': 'recordedBy',
      reference: 'reference',
    }),
    ...whenAny(payments, {
      'card payment': 'paymentId',
      status: paymentState,
      total: 'totalCents',
      'charge date': 'chargeDate',
      card: 'maskedCardNumber',
    }),
    ...whenAny(dueCharge === null ? [] : [dueCharge], {
      'scheduled charge': 'paymentId',
      state: 'state',
      'refused on': 'refusedOn',
      'next attempt': 'nextAttemptOn',
      amount: 'amountCents',
      attempts: 'attempts',
      cause: 'lastCause',
    }),
    ...whenAny(cancellation?.refunds ?? [], {
      'given back by': 'payer',
      to: 'payee',
      amount: 'amountCents',
      status: 'status',
      on: ({ doneOn }) => doneOn ?? (cancellation!.isInEffect ? '' : `due ${cancellation!.cancelledOn}`),
    }),
    ...whenAny(reversals, {
      reversal: 'reversalId',
      to: 'payee',
      state: 'state',
      amount: 'amountCents',
      attempts: 'attempts',
      cause: 'lastCause',
    }),
  ];
}

function paperTexts({ policy, papers, documents, mails }: SaleHistory): readonly Shown[] {
  return [
    ...whenAny(papers, {
      paper: (row) => plain(row.kind),
      version: 'version',
      given: 'givenAt',
      acknowledged: 'acknowledgedAt',
    }),
    ...whenAny(policy?.wordings ?? [], {
      wording: 'form',
      version: 'version',
      language: 'language',
      products: (row) => row.products.join(' '),
    }),
    ...whenAny(documents, {
      document: 'documentId',
      kind: (row) => plain(row.kind),
      texts: (row) => row.textsVersion ?? 'built-in',
      downloads: { right: (row) => row.fetches.length },
    }),
    ...whenAny(mails, {
      'e-mail': 'mailId',
      kind: 'kind',
      to: 'to',
      state: 'state',
      sent: 'sentAt',
      cause: 'lastCause',
    }),
  ];
}

function timeLineText({ timeLine }: SaleHistory): Shown {
  return table(timeLine, {
    'when (UTC)': ({ at }) => at.slice(0, 19).replace('T', ' '),
    event: 'event',
    details: ({ facts }) => plainFacts(facts),
  });
}

function whenAny<Row>(rows: readonly Row[], columns: Columns<Row>): readonly Shown[] {
  return rows.length === 0 ? [] : [table(rows, columns)];
}
