import type { CancellationTerms } from '../cancellation/cancellation.ts';
import type { PaymentId } from '../ids.ts';
import { type Cents, shareOf, sumCents } from '../money.ts';
import { paymentMethodRules } from '../payment-method.ts';
import { loanOf, type Policy, type PolicyPayment } from '../policy/policy.ts';
import type { PricedProduct } from '../quote/quote-options.ts';
import type { Collected } from '../refund/collected.ts';
import type { Account, BookedFact, Entry } from './account.ts';
import type { ProductTerms } from './product-terms.ts';
import { splitTax } from './split-tax.ts';

/*
 * Turns what happened into lines of the books. Each fact balances by its construction: what is owed to insurers,
 * authorities and sellers is credited product by product, and whoever has or gets the money is debited with the sum.
 */

/** The bind: premium, tax and commission, and who pays. */
export function factOfBind(policy: Policy, terms: readonly ProductTerms[]): BookedFact {
  const { payment, totalWithTaxCents } = policy;
  return balanced('bind', [...payersOf(payment, totalWithTaxCents), ...earned(policy.products, terms, policy, -1)]);
}

/** A card was charged. `account`: what the money is for, the policy (`card`) or nothing (`refund`). */
export function factOfCharge(charge: Charged, account: 'card' | 'refund', refundKey?: string): BookedFact {
  const { reference, amountCents, paymentId } = charge;
  const counter = { account, amountCents: -amountCents, reference: refundKey ?? null };
  return balanced(`charge ${reference}`, [{ account: 'processor', amountCents, reference, paymentId }, counter]);
}

export interface Charged {
  /** What the processor calls the charge. */
  readonly reference: string;
  readonly amountCents: Cents;
  readonly paymentId: PaymentId;
}

/** The operator has recorded that a scheduled charge was paid outside. */
export function factOfPaidOutside(amountCents: Cents, paymentId: PaymentId): BookedFact {
  return balanced(`paid outside ${paymentId}`, [
    { account: 'outside', amountCents, reference: paymentId },
    { account: 'card', amountCents: -amountCents },
  ]);
}

/** A loan was written of which no policy came. `key`: its policy number, under which it is cancelled. */
export function factOfStrayLoan({ loanNumber, key, amountCents }: StrayLoan): BookedFact {
  return balanced(`loan ${key}`, [
    { account: 'lender', amountCents, reference: loanNumber },
    { account: 'refund', amountCents: -amountCents, reference: key },
  ]);
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
export function factOfCancellation(
  policy: Policy,
  { lines, refundCents }: Pick<CancellationTerms, 'lines' | 'refundCents'>,
  terms: readonly ProductTerms[],
  { collected, refundKey }: { readonly collected: Collected; readonly refundKey: string | null },
): BookedFact {
  const back = lines.map(({ productType, premiumBackCents, taxBackCents }) => ({
    productType,
    premiumCents: premiumBackCents,
    taxCents: taxBackCents,
  }));
  const account = owedFrom(collected);
  const reference = account === 'refund' ? refundKey : null;
  return balanced('cancellation', [
    ...earned(back, terms, policy, 1),
    { account, amountCents: -refundCents, reference },
  ]);
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
    // What the card has to pay is less by it. If the card turns out to be charged, the refund is owed by then.
    case 'unknown':
    case 'nobody':
    case 'used days':
      return 'card';
  }
}

/** A policy that is cancelled turned out to be paid. */
export function factOfRefundOwed(amountCents: Cents, refundKey: string): BookedFact {
  return balanced('refund owed', [
    { account: 'card', amountCents },
    { account: 'refund', amountCents: -amountCents, reference: refundKey },
  ]);
}

/** The operator gives up what the used days cost. */
export function factOfWriteOff(amountCents: Cents): BookedFact {
  return balanced('write-off', [
    { account: 'write-off', amountCents },
    { account: 'card', amountCents: -amountCents },
  ]);
}

/** What was owed back is back. `payer`: who has given it, or `partner`, who gives back what it took itself. */
export function factOfGivenBack(fact: string, key: string, payers: readonly Payer[]): BookedFact {
  return balanced(fact, [
    { account: 'refund', amountCents: sumCents(payers.map(({ amountCents }) => amountCents)), reference: key },
    ...payers.map(({ amountCents, ...payer }) => ({ ...payer, amountCents: -amountCents })),
  ]);
}

export interface Payer extends Pick<Entry, 'reference' | 'paymentId'> {
  readonly account: Account;
  readonly amountCents: Cents;
}

/** Who has taken, or is to take, the customer's money. The partner takes the down payment of a loan. */
function payersOf(payment: PolicyPayment, totalCents: Cents): readonly Entry[] {
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
): readonly Entry[] {
  const byProduct = new Map(terms.map((one) => [one.product, one]));
  let commissionCents = 0;
  const entries = lines.flatMap(({ productType: product, premiumCents, taxCents }): readonly Entry[] => {
    const known = byProduct.get(product);
    // The versions that priced the quote are kept, and their products with them.
    if (known === undefined) throw new Error(`The rate book has no product ${product}.`);
    const { insurer, commissionPpm } = known;
    const commission = shareOf(premiumCents, commissionPpm);
    commissionCents += commission;
    return [
      { account: 'premium', amountCents: sign * premiumCents, product, insurer },
      ...splitTax(taxCents, known).map(
        ({ name, ratePpm, amountCents }): Entry => ({
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
  return [...entries, { account: 'commission-due', amountCents: sign * commissionCents }];
}

/** Leaves out what comes to nothing. A fact that does not balance is a bug, and is never written. */
function balanced(fact: string, lines: readonly Entry[]): BookedFact {
  const entries = lines.filter(({ amountCents }) => amountCents !== 0);
  if (sumCents(entries.map(({ amountCents }) => amountCents)) !== 0) throw new Error(`The fact ${fact} is unbalanced.`);
  return { fact, entries };
}
