import type { PlainDate } from '../calendar.ts';
import type { CancellationTerms, CancelledProduct } from '../cancellation/cancellation.ts';
import type { EntryId, PaymentId, ReversalId } from '../ids.ts';
import { type Cents, shareOf, sumCents } from '../money.ts';
import { paymentMethodRules } from '../payment-method.ts';
import { loanOf, type Policy, type PolicyPayment } from '../policy/policy.ts';
import type { PricedProduct } from '../quote/quote-options.ts';
import type { LedgerEntry, Posting, Recorder } from './ledger-entry.ts';
import type { NetOfFile, PayoutParty } from './payout-line.ts';
import type { ProductTerms } from './product-terms.ts';
import { splitTax, type Taxed, type TaxedBack } from './split-tax.ts';

/*
 * Turns what happened into entries of the books. Each balances by its construction: what is owed to insurers,
 * authorities and sellers is credited product by product, and whoever has or gets the money is debited with the sum.
 */

/** The bind: premium, tax and commission, and who pays. */
export function entryOfSale(policy: Policy, terms: readonly ProductTerms[]): LedgerEntry {
  const { payment, totalWithTaxCents: amountCents } = policy;
  return balanced({
    kind: 'sale',
    key: 'sale',
    amountCents,
    recordedBy: 'service',
    partyReference: loanOf(payment)?.loanNumber ?? null,
    postings: [...payersOf(payment, amountCents), ...earned(policy.products, terms, policy, -1)],
  });
}

/** A card was charged. Until it is known what it paid for, it is owed to the customer like any money that came in. */
export function entryOfCharge({ reference, key: partyKey, amountCents, ...charge }: Charged): LedgerEntry {
  return balanced({
    kind: 'charge',
    key: ['charge', reference, ...(charge.report === undefined ? [] : [charge.report])].join(' '),
    amountCents,
    ...(charge.paidOn !== undefined && { happenedOn: charge.paidOn }),
    recordedBy: charge.recordedBy ?? 'processor',
    partyReference: reference,
    partyKey,
    cardPaymentId: charge.paymentId,
    postings: [
      { account: 'processor', amountCents, reference },
      { account: 'customer', amountCents: -amountCents },
    ],
  });
}

export interface Charged {
  /** What the processor calls the charge, and our key of it. */
  readonly reference: string;
  readonly key: string;
  readonly amountCents: Cents;
  readonly paymentId: PaymentId;
  /** The day on which the customer gave the card, if it is not today. */
  readonly paidOn?: PlainDate;
  /** The processor, or an operator who has seen it there. */
  readonly recordedBy?: 'processor' | 'operator';
  /** Ours, of an operator's report: one that was voided must not hide what the processor tells after all. */
  readonly report?: string;
}

/** The customer has paid by cheque or transfer. `key`: of the act that records it. */
export function entryOfPayment({ key, amountCents, paidOn }: PaidByHand): LedgerEntry {
  return balanced({
    kind: 'payment',
    key: `payment ${key}`,
    amountCents,
    happenedOn: paidOn,
    recordedBy: 'operator',
    postings: [
      { account: 'outside', amountCents, reference: key },
      { account: 'customer', amountCents: -amountCents },
    ],
  });
}

export interface PaidByHand {
  readonly key: string;
  readonly amountCents: Cents;
  /** The payment's own day. */
  readonly paidOn: PlainDate;
}

/** A cheque or a transfer came back. */
export function entryOfReturn({ paymentEntryId, key, amountCents, returnedOn }: Returned): LedgerEntry {
  return balanced({
    kind: 'payment-returned',
    key: `returned ${key}`,
    amountCents,
    happenedOn: returnedOn,
    recordedBy: 'operator',
    paymentEntryId,
    postings: [
      { account: 'customer', amountCents },
      { account: 'outside', amountCents: -amountCents, reference: key },
    ],
  });
}

export interface Returned {
  readonly paymentEntryId: EntryId;
  readonly key: string;
  readonly amountCents: Cents;
  readonly returnedOn: PlainDate;
}

/** A loan was written, but no policy was issued. `key`: its policy number, under which it is cancelled. */
export function entryOfStrayLoan({ loanNumber, key, amountCents }: StrayLoan): LedgerEntry {
  return balanced({
    kind: 'loan',
    key: `loan ${key}`,
    amountCents,
    recordedBy: 'lender',
    partyReference: loanNumber,
    partyKey: key,
    postings: [
      { account: 'lender', amountCents, reference: loanNumber },
      { account: 'customer', amountCents: -amountCents },
    ],
  });
}

export interface StrayLoan {
  readonly loanNumber: string;
  readonly key: string;
  /** What the lender advances: the total less the down payment. */
  readonly amountCents: Cents;
}

/**
 * The cancellation: what is not earned is taken back from insurer, authority and seller, and owed to whoever paid.
 * `givenBeforeCents`: what of it goodwill has given before, which is goodwill no more.
 */
export function entryOfCancellation(
  policy: Policy,
  { lines, refundCents, cancelledOn }: Pick<CancellationTerms, 'lines' | 'refundCents' | 'cancelledOn'>,
  terms: readonly ProductTerms[],
  { key, givenBeforeCents }: { readonly key: string; readonly givenBeforeCents: Cents },
): LedgerEntry {
  const isOfPartner = paymentMethodRules[policy.payment.method].paidBy === 'partner';
  return balanced({
    kind: 'cancellation',
    key: `cancellation ${key}`,
    amountCents: refundCents,
    happenedOn: cancelledOn,
    recordedBy: 'service',
    postings: [
      ...earned(lines.map(backOf), terms, policy, 1),
      { account: isOfPartner ? 'partner' : 'customer', amountCents: givenBeforeCents - refundCents },
      { account: 'goodwill', amountCents: -givenBeforeCents },
    ],
  });
}

/**
 * What the customer owes is given up: by the service where that was chosen with the cancellation, or by an operator.
 */
export function entryOfWriteOff(
  amountCents: Cents,
  key: string,
  recordedBy: 'service' | 'operator' = 'service',
): LedgerEntry {
  return balanced({
    kind: 'write-off',
    key: `write-off ${key}`,
    amountCents,
    recordedBy,
    postings: [
      { account: 'write-off', amountCents },
      { account: 'customer', amountCents: -amountCents },
    ],
  });
}

/** The operator gives something back without a cancellation. */
export function entryOfGoodwill(amountCents: Cents, key: string): LedgerEntry {
  return balanced({
    kind: 'goodwill',
    key: `goodwill ${key}`,
    amountCents,
    recordedBy: 'operator',
    postings: [
      { account: 'goodwill', amountCents },
      { account: 'customer', amountCents: -amountCents },
    ],
  });
}

/** Money was given back to a card or to the customer. */
export function entryOfRefund({ by, amountCents, reversalId, partyReference, ...given }: RefundGiven): LedgerEntry {
  return balanced({
    ...given,
    kind: 'refund',
    key: `refund ${reversalId}`,
    amountCents,
    partyReference: by === 'processor' ? partyReference : null,
    recordedBy: by,
    postings: [
      { account: 'customer', amountCents },
      by === 'processor'
        ? { account: 'processor', amountCents: -amountCents, reference: partyReference }
        : // The operator's own reference stands with the reversal, where it can be erased.
          { account: 'outside', amountCents: -amountCents, reference: reversalId },
    ],
  });
}

/** A person has given it back by cheque or transfer. */
export function entryOfRefundByHand(given: Omit<RefundGiven, 'by' | 'cardPaymentId' | 'partyReference'>): LedgerEntry {
  return entryOfRefund({ ...given, by: 'operator', cardPaymentId: null, partyReference: null });
}

export interface RefundGiven {
  readonly by: 'processor' | 'operator';
  readonly reversalId: ReversalId;
  readonly amountCents: Cents;
  readonly paymentEntryId: EntryId | null;
  readonly cardPaymentId: PaymentId | null;
  /** What the processor calls the charge. */
  readonly partyReference: string | null;
  readonly happenedOn: PlainDate;
}

/** A refund that the processor had made did not reach the card: the processor has the money, and it is owed again. */
export function entryOfRefundReturned({ reference, key, amountCents, ...returned }: RefundReturned): LedgerEntry {
  return balanced({
    ...returned,
    kind: 'refund-returned',
    key: `refund-returned ${key}`,
    amountCents,
    partyReference: reference,
    postings: [
      { account: 'processor', amountCents, reference },
      { account: 'customer', amountCents: -amountCents },
    ],
  });
}

export type RefundReturned = DisputeOpened;

/**
 * A loan is ended. What goes to it is taken from what the customer is owed, and so is what the seller gives back of the
 * down payment that it took; the rest stays owed to the customer.
 */
export function entryOfLoanEnded({ reversalId, toLoanCents, bySellerCents, ...given }: LoanEnded): LedgerEntry {
  return balanced({
    ...given,
    kind: 'loan-ended',
    key: `loan-ended ${reversalId}`,
    amountCents: toLoanCents,
    recordedBy: 'lender',
    postings: [
      { account: 'customer', amountCents: toLoanCents + bySellerCents },
      { account: 'lender', amountCents: -toLoanCents, reference: given.partyReference },
      { account: 'partner', amountCents: -bySellerCents },
    ],
  });
}

export interface LoanEnded {
  readonly reversalId: ReversalId;
  readonly toLoanCents: Cents;
  readonly bySellerCents: Cents;
  /** The loan's number. */
  readonly partyReference: string | null;
  readonly happenedOn: PlainDate;
}

/** The card's bank has taken a charge back until it has decided. */
export function entryOfDispute({ reference, key, amountCents, ...dispute }: DisputeOpened): LedgerEntry {
  return balanced({
    ...dispute,
    kind: 'dispute-opened',
    key: `dispute ${key}`,
    amountCents,
    partyReference: reference,
    postings: [
      { account: 'dispute', amountCents },
      { account: 'processor', amountCents: -amountCents, reference },
    ],
  });
}

export interface DisputeOpened {
  readonly paymentEntryId: EntryId;
  readonly cardPaymentId: PaymentId | null;
  /** What the processor calls the charge, which its payout files name. */
  readonly reference: string;
  /** The key is that of the report. */
  readonly key: string;
  readonly amountCents: Cents;
  readonly happenedOn: PlainDate;
  readonly recordedBy: Recorder;
}

/**
 * The bank has given the disputed amount back to us. `owedAgainCents`: what of it the customer owed again, because the
 * dispute had been recorded as lost before.
 */
export function entryOfDisputeWon(dispute: DisputeEnded, owedAgainCents: Cents): LedgerEntry {
  const { key, amountCents, reference, ...ended } = dispute;
  return balanced({
    ...ended,
    kind: 'dispute-won',
    key: `dispute-won ${key}`,
    amountCents,
    partyReference: reference,
    postings: [
      { account: 'processor', amountCents, reference },
      { account: 'dispute', amountCents: owedAgainCents - amountCents },
      { account: 'customer', amountCents: -owedAgainCents },
    ],
  });
}

/**
 * The bank has given the disputed amount to the customer for good. The customer owes it again, less what we had refunded
 * before: that part stays in the account `dispute`, as a claim against the processor, which took the same money twice.
 */
export function entryOfDisputeLost(dispute: DisputeEnded, owedAgainCents: Cents): LedgerEntry {
  const { key, amountCents, reference: _, ...ended } = dispute;
  return balanced({
    ...ended,
    kind: 'dispute-lost',
    key: `dispute-lost ${key}`,
    amountCents,
    postings: [
      { account: 'customer', amountCents: owedAgainCents },
      { account: 'dispute', amountCents: -owedAgainCents },
    ],
  });
}

export interface DisputeEnded extends DisputeOpened {
  readonly disputeId: EntryId;
}

/**
 * Books what the processor or the lender says in a payout file of itself, so that its account comes to what it pays
 * out: what it keeps, and what it holds back or releases. It belongs to no sale. What comes to nothing is left out.
 */
export function entriesOfNet({ fileId, party, net, ...file }: NetFile): readonly LedgerEntry[] {
  const { feeCents, reserveHeldCents, reserveReleasedCents } = net;
  const entry = (kind: 'fee' | 'reserve', ...moved: readonly Cents[]): LedgerEntry =>
    balanced({
      ...file,
      kind,
      key: `${kind} ${fileId}`,
      amountCents: Math.abs(sumCents(moved)),
      recordedBy: 'bank file',
      postings: moved.flatMap((amountCents) => [
        { account: party, amountCents },
        { account: kind, amountCents: 0 - amountCents },
      ]),
    });
  const entries = [entry('fee', feeCents), entry('reserve', reserveHeldCents, reserveReleasedCents)];
  return entries.filter(({ postings }) => postings.length > 0);
}

export interface NetFile {
  readonly fileId: string;
  readonly party: PayoutParty;
  readonly net: Pick<NetOfFile, 'feeCents' | 'reserveHeldCents' | 'reserveReleasedCents'>;
  /** The file's last day. */
  readonly happenedOn: PlainDate;
}

/** Takes back an entry that was made by mistake, or that does not hold any more. */
export function entryOfVoid(voided: Voided, recordedBy: VoidedBy): LedgerEntry {
  return balanced({
    kind: 'void',
    key: `void ${voided.id}`,
    amountCents: voided.amountCents,
    recordedBy,
    partyReference: voided.partyReference,
    voids: voided.id,
    postings: voided.postings.map((posting) => ({ ...posting, amountCents: -posting.amountCents })),
  });
}

/**
 * Who takes the entry back: an operator; the service, because of what was paid; or the processor, whose answer takes
 * the place of what an operator had recorded.
 */
export type VoidedBy = Extract<Recorder, 'operator' | 'service' | 'processor'>;

export interface Voided {
  readonly id: EntryId;
  readonly amountCents: Cents;
  readonly partyReference: string | null;
  readonly postings: readonly Posting[];
}

/** Who has taken, or is to take, the customer's money. The partner takes the down payment of a loan. */
function payersOf(payment: PolicyPayment, totalCents: Cents): readonly Posting[] {
  switch (paymentMethodRules[payment.method].paidBy) {
    case 'partner':
      return [{ account: 'partner', amountCents: totalCents }];
    case 'card':
      return [{ account: 'customer', amountCents: totalCents }];
    case 'loan': {
      const { loanNumber, downPaymentCents } = loanOf(payment)!;
      return [
        { account: 'lender', amountCents: totalCents - downPaymentCents, reference: loanNumber },
        { account: 'partner', amountCents: downPaymentCents },
      ];
    }
  }
}

/** What comes back of a product. */
export function backOf({ productType, premiumBackCents, taxBackCents, ...sold }: CancelledProduct) {
  return { productType, premiumCents: premiumBackCents, taxCents: taxBackCents, sold };
}

type PricedLine = Pick<PricedProduct, 'productType'> & (Taxed | TaxedBack);

/** Premium, tax and commission by product. `sign`: -1 when they are earned, 1 when they are taken back. */
function earned(
  lines: readonly PricedLine[],
  terms: readonly ProductTerms[],
  { seller: { province } }: Policy,
  sign: 1 | -1,
): readonly Posting[] {
  const byProduct = new Map(terms.map((one) => [one.product, one]));
  let commissionCents = 0;
  const postings = lines.flatMap((line): readonly Posting[] => {
    const { productType: product, premiumCents } = line;
    const known = byProduct.get(product);
    // The versions that priced the quote are kept, and their products with them.
    if (known === undefined) throw new Error(`The rate book has no product ${product}.`);
    const { insurer, commissionPpm } = known;
    const commission = shareOf(premiumCents, commissionPpm);
    commissionCents += commission;
    return [
      { account: 'premium', amountCents: sign * premiumCents, product, insurer },
      ...splitTax(line, known).map(
        ({ name, ratePpm, amountCents }): Posting => ({
          account: 'tax',
          amountCents: sign * amountCents,
          product,
          authority: name.en,
          province,
          ratePpm,
        }),
      ),
      { account: 'commission', amountCents: -sign * commission, product, insurer, ratePpm: commissionPpm },
    ];
  });
  return [...postings, { account: 'commission-due', amountCents: sign * commissionCents }];
}

/** Leaves out what comes to nothing. An entry that does not balance is a bug, and is never written. */
function balanced(entry: LedgerEntry): LedgerEntry {
  const postings = entry.postings.filter(({ amountCents }) => amountCents !== 0);
  if (sumCents(postings.map(({ amountCents }) => amountCents)) !== 0)
    throw new Error(`The entry ${entry.key} is unbalanced.`);
  return { ...entry, postings };
}
