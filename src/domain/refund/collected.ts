import type { PlainDate } from '../calendar.ts';
import type { CancellationAsked } from '../cancellation/cancellation-asked.ts';
import type { CancellationCause } from '../cancellation/cancellation-cause.ts';
import { owedOnLoan } from '../financing/owed-on-loan.ts';
import type { Cents } from '../money.ts';
import { paymentMethodRules } from '../payment-method.ts';
import { loanOf, type Policy } from '../policy/policy.ts';

/** Who has taken the customer's money for a policy, as far as it is known. */
export type Collected =
  | { readonly by: 'seller' }
  /** `owedCents`: on the loan, on the first day without cover; once the lender has answered, what it named. */
  | { readonly by: 'lender'; readonly owedCents: Cents; readonly downPaymentCents: Cents }
  /** The card was charged, or is charged on a day before the cancellation's. */
  | { readonly by: 'processor'; readonly toComeOn: PlainDate | null }
  /** It was paid in another way, as the operator has recorded. */
  | { readonly by: 'operator' }
  /** A charge was tried and its outcome never came. */
  | { readonly by: 'unknown' }
  /** The charge is to come, was refused, or was stopped. */
  | { readonly by: 'nobody' }
  /** The customer has paid what the used days cost, after the cancellation took effect. */
  | { readonly by: 'used days' };

/** What is on record of a policy's money. */
export interface MoneyOnRecord {
  readonly policy: Policy;
  /** The charge scheduled for a day after the bind; null if there is none. */
  readonly dueCharge: {
    readonly state: 'due' | 'charging' | 'charged' | 'refused' | 'stopped' | 'settled';
    readonly amountCents: Cents;
    /** What the processor took; null before it has. */
    readonly takenCents: Cents | null;
    /** The number of its next or present try: 1 before the first. */
    readonly tries: number;
    readonly dueOn: PlainDate;
    /** Of a card that the customer has given on the page of a payment link. */
    readonly isByLink: boolean;
  } | null;
  /** What the lender has said that goes to the loan; null before it has. */
  readonly toLoanCents: Cents | null;
}

export function collectedOf(
  { policy, dueCharge, toLoanCents }: MoneyOnRecord,
  { kind, cancelledOn, ground }: CancellationAsked & Pick<CancellationCause, 'ground'>,
  today: PlainDate,
): Collected {
  const { payment, totalWithTaxCents } = policy;
  switch (paymentMethodRules[payment.method].paidBy) {
    case 'partner':
      return { by: 'seller' };
    case 'loan': {
      const loan = loanOf(payment)!;
      const { downPaymentCents } = loan;
      return { by: 'lender', owedCents: toLoanCents ?? owedOnLoan(loan, cancelledOn), downPaymentCents };
    }
    case 'card': {
      if (dueCharge === null) return { by: 'processor', toComeOn: null };
      // A charge below the price is for the used days of a cancelled policy, which are never given back. What was taken
      // counts, whatever was to be.
      const isReduced = (dueCharge.takenCents ?? dueCharge.amountCents) < totalWithTaxCents;
      // What comes through before the day of a non-payment withdraws the cancellation: nothing is given back of it.
      const wouldWithdraw = ground === 'NonPayment' && cancelledOn > today;
      switch (dueCharge.state) {
        case 'charged':
          return isReduced ? { by: 'used days' } : { by: 'processor', toComeOn: null };
        case 'settled':
          return isReduced ? { by: 'used days' } : { by: 'operator' };
        case 'charging':
          return isReduced || wouldWithdraw ? { by: 'nobody' } : { by: 'unknown' };
        case 'due': {
          const { tries, dueOn } = dueCharge;
          const isKept = kind === 'pro-rata' && !wouldWithdraw;
          const isExpected = isKept && cancelledOn > today && tries === 1 && dueOn < cancelledOn;
          return isExpected ? { by: 'processor', toComeOn: dueOn } : { by: 'nobody' };
        }
        case 'refused':
        case 'stopped':
          return { by: 'nobody' };
      }
    }
  }
}
