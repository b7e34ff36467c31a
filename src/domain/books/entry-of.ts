import type { CancellationTerms } from '../cancellation/cancellation.ts';
import type { PaymentId } from '../ids.ts';
import { type Cents, shareOf, sumCents } from '../money.ts';
import { paymentMethodRules } from '../payment-method.ts';
import { loanOf, type Policy, type PolicyPayment } from '../policy/policy.ts';
import type { PricedProduct } from '../quote/quote-options.ts';
import type { Collected } from '../refund/collected.ts';
import type { Account } from './account.ts';
import type { LedgerEntry, Posting } from './ledger-entry.ts';
import type { ProductTerms } from './product-terms.ts';
import { splitTax } from './split-tax.ts';

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

/** A card was charged. `account`: what the money is for, the policy (`card`) or nothing (`refund`). */
export function entryOfCharge(charge: Charged, account: 'card' | 'refund', refundKey?: string): LedgerEntry {
  const { reference, amountCents, paymentId, recordedBy = 'processor' } = charge;
  return balanced({
    kind: 'charge',
    key: `charge ${reference}`,
    amountCents,
    recordedBy,
    partyReference: reference,
    cardPaymentId: paymentId,
    postings: [
      { account: 'processor', amountCents, reference },
      { account, amountCents: -amountCents, reference: refundKey ?? null },
    ],
  });
}

export interface Charged {
  /** What the processor calls the charge. */
  readonly reference: string;
  readonly amountCents: Cents;
  readonly paymentId: PaymentId;
  /** The processor, or an operator who has seen it there. */
  readonly recordedBy?: 'processor' | 'operator';
}

/** The operator has recorded that a scheduled charge was paid outside. */
export function entryOfPayment(amountCents: Cents, paymentId: PaymentId): LedgerEntry {
  return balanced({
    kind: 'payment',
    key: `payment ${paymentId}`,
    amountCents,
    recordedBy: 'operator',
    postings: [
      { account: 'outside', amountCents, reference: paymentId },
      { account: 'card', amountCents: -amountCents },
    ],
  });
}

/** A loan was written, but no policy was issued. `key`: its policy number, under which it is cancelled. */
export function entryOfStrayLoan({ loanNumber, key, amountCents }: StrayLoan): LedgerEntry {
  return balanced({
    kind: 'loan',
    key: `loan ${key}`,
    amountCents,
    recordedBy: 'lender',
    partyReference: loanNumber,
    postings: [
      { account: 'lender', amountCents, reference: loanNumber },
      { account: 'refund', amountCents: -amountCents, reference: key },
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
 * `refundKey`: the key of the reversal that ends what is owed.
 */
export function entryOfCancellation(
  policy: Policy,
  { lines, refundCents }: Pick<CancellationTerms, 'lines' | 'refundCents'>,
  terms: readonly ProductTerms[],
  { collected, refundKey }: { readonly collected: Collected; readonly refundKey: string | null },
): LedgerEntry {
  const back = lines.map(({ productType, premiumBackCents, taxBackCents }) => ({
    productType,
    premiumCents: premiumBackCents,
    taxCents: taxBackCents,
  }));
  const account = owedFrom(collected);
  const reference = account === 'refund' ? refundKey : null;
  return balanced({
    kind: 'cancellation',
    key: 'cancellation',
    amountCents: refundCents,
    recordedBy: 'service',
    postings: [...earned(back, terms, policy, 1), { account, amountCents: -refundCents, reference }],
  });
}

/** Where the refund is taken from until it is given back. */
function owedFrom(collected: Collected): Account {
  switch (collected.by) {
    case 'seller':
      return 'partner';
    case 'processor':
    case 'operator':
    case 'lender':
      return 'refund';
    // The card has to pay less by this amount. If the card turns out to be charged in full, the refund is owed then.
    case 'unknown':
    case 'nobody':
    case 'used days':
      return 'card';
  }
}

/** A policy that is cancelled turned out to be paid. */
export function entryOfRefundOwed(amountCents: Cents, refundKey: string): LedgerEntry {
  return balanced({
    kind: 'refund-owed',
    key: 'refund-owed',
    amountCents,
    recordedBy: 'service',
    postings: [
      { account: 'card', amountCents },
      { account: 'refund', amountCents: -amountCents, reference: refundKey },
    ],
  });
}

/** The operator gives up what the used days cost. */
export function entryOfWriteOff(amountCents: Cents): LedgerEntry {
  return balanced({
    kind: 'write-off',
    key: 'write-off',
    amountCents,
    recordedBy: 'service',
    postings: [
      { account: 'write-off', amountCents },
      { account: 'card', amountCents: -amountCents },
    ],
  });
}

/** What was owed back is back. `key`: of the reversal that it ends. */
export function entryOfRefund({ kind, key, payers, ...given }: RefundGiven): LedgerEntry {
  const amountCents = sumCents(payers.map((payer) => payer.amountCents));
  return balanced({
    ...given,
    kind,
    key: `${kind} ${key}`,
    amountCents,
    postings: [
      { account: 'refund', amountCents, reference: key },
      ...payers.map((payer) => ({ ...payer, amountCents: -payer.amountCents })),
    ],
  });
}

export interface RefundGiven extends Omit<LedgerEntry, 'amountCents' | 'postings'> {
  readonly kind: 'refund' | 'loan-cancelled';
  readonly payers: readonly Payer[];
}

/** Who has given it, or `partner`, who gives back what it took itself. */
export interface Payer extends Pick<Posting, 'reference'> {
  readonly account: Account;
  readonly amountCents: Cents;
}

/** Who has taken, or is to take, the customer's money. The partner takes the down payment of a loan. */
function payersOf(payment: PolicyPayment, totalCents: Cents): readonly Posting[] {
  switch (paymentMethodRules[payment.method].paidBy) {
    case 'partner':
      return [{ account: 'partner', amountCents: totalCents }];
    case 'card':
      return [{ account: 'card', amountCents: totalCents }];
    case 'loan': {
      const { loanNumber, downPaymentCents } = loanOf(payment)!;
      return [
        { account: 'lender', amountCents: totalCents - downPaymentCents, reference: loanNumber },
        { account: 'partner', amountCents: downPaymentCents },
      ];
    }
  }
}

type PricedLine = Pick<PricedProduct, 'productType' | 'premiumCents' | 'taxCents'>;

/** Premium, tax and commission by product. `sign`: -1 when they are earned, 1 when they are taken back. */
function earned(
  lines: readonly PricedLine[],
  terms: readonly ProductTerms[],
  { seller: { province } }: Policy,
  sign: 1 | -1,
): readonly Posting[] {
  const byProduct = new Map(terms.map((one) => [one.product, one]));
  let commissionCents = 0;
  const postings = lines.flatMap(({ productType: product, premiumCents, taxCents }): readonly Posting[] => {
    const known = byProduct.get(product);
    // The versions that priced the quote are kept, and their products with them.
    if (known === undefined) throw new Error(`The rate book has no product ${product}.`);
    const { insurer, commissionPpm } = known;
    const commission = shareOf(premiumCents, commissionPpm);
    commissionCents += commission;
    return [
      { account: 'premium', amountCents: sign * premiumCents, product, insurer },
      ...splitTax(taxCents, known).map(
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
