import type { Account } from '../account/account.ts';
import type { AccountRecord } from '../account/account-record.ts';
import { type Payment, sumOf } from '../account/payments.ts';
import type { PlainDate } from '../calendar.ts';
import type { CancellationAsked } from '../cancellation/cancellation-asked.ts';
import type { CancellationCause } from '../cancellation/cancellation-cause.ts';
import { owedOnLoan, waivedOnLoan } from '../financing/owed-on-loan.ts';
import type { EntryId } from '../ids.ts';
import type { Cents } from '../money.ts';
import { paymentMethodRules } from '../payment-method.ts';
import { loanOf, type Policy } from '../policy/policy.ts';

/** Who has taken the customer's money for a policy, as far as it is known. */
export type Collected =
  | { readonly by: 'seller' }
  /**
   * A lender has collected it. `owedCents` is what is still owed on the loan on the day on which it is ended, and
   * `byLenderCents` what the lender gives back of the installments itself: both are reckoned until the lender has answered.
   */
  | {
      readonly by: 'lender';
      readonly owedCents: Cents;
      readonly byLenderCents: Cents;
      readonly downPaymentCents: Cents;
    }
  | ({ readonly by: 'customer' } & PaidByCustomer)
  /** The card is charged before the day of the cancellation. */
  | ({ readonly by: 'card to come'; readonly on: PlainDate; readonly chargeCents: Cents } & PaidByCustomer)
  /** A charge was tried and its outcome never came. */
  | ({ readonly by: 'unknown'; readonly chargeCents: Cents } & PaidByCustomer);

/** The customer has paid us, by card or by hand, whole, in part or not at all. */
export interface PaidByCustomer {
  /** What is known to have been paid: a charge that is to come or whose outcome is unknown is not among it. */
  readonly payments: readonly PaymentToPlan[];
  /** It lowers what is kept of them. */
  readonly goodwillCents: Cents;
}

/** A payment, or a charge that the plan takes as made: it has no entry. */
export interface PaymentToPlan
  extends Pick<
    Payment,
    'leftCents' | 'mayGoToCard' | 'returnedCents' | 'openDisputeCents' | 'lostDisputeCents' | 'givenTooMuchCents'
  > {
  readonly id: EntryId | null;
}

/** The money of a policy for a cancellation that is asked for, or that was made. */
export function collectedOf(
  policy: Pick<Policy, 'payment'>,
  { record, account }: { readonly record: AccountRecord; readonly account: Account },
  { kind, cancelledOn, ground, madeOn }: CancellationToJudge,
  today: PlainDate,
): Collected {
  switch (paymentMethodRules[policy.payment.method].paidBy) {
    case 'partner':
      return { by: 'seller' };
    case 'loan': {
      const loan = loanOf(policy.payment)!;
      const { downPaymentCents } = loan;
      // A flat cancellation is from the start, so the installments that were debited meanwhile come back, too.
      const endsOn = kind === 'flat' ? madeOn : cancelledOn;
      const ended = record.refundWork.find(({ payee }) => payee === 'Lender');
      // Interest and fee come back as well where the policy counts as never made.
      const waivedCents = kind === 'flat' ? waivedOnLoan(loan, endsOn) : 0;
      return {
        by: 'lender',
        owedCents: ended?.toLoanCents ?? owedOnLoan(loan, endsOn),
        byLenderCents: ended?.byLenderCents ?? waivedCents,
        downPaymentCents,
      };
    }
    case 'card': {
      const { charge } = record;
      const { goodwillCents } = account;
      // A refund that is owed already, such as a second payment, is no part of what a cancellation ahead gives back.
      const payments = cancelledOn > today ? lessGivenBack(account) : account.payments;
      const paid = { by: 'customer', payments, goodwillCents } as const;
      if (charge === null) return paid;
      // A payment before the day of a cancellation for non-payment withdraws it, so nothing of that payment is given back.
      const wouldWithdraw = ground === 'NonPayment' && cancelledOn > today;
      // A part of the price may be paid already: what the card brings is then the rest, or what the used days cost.
      const withCharge = { payments, goodwillCents, chargeCents: charge.amountCents };
      if (charge.state === 'charging') return wouldWithdraw ? paid : { by: 'unknown', ...withCharge };
      const isExpected =
        charge.state === 'due' && charge.tries === 1 && kind === 'pro-rata' && !wouldWithdraw && cancelledOn > today;
      return isExpected && charge.dueOn < cancelledOn ? { by: 'card to come', on: charge.dueOn, ...withCharge } : paid;
    }
  }
}

function lessGivenBack({ payments, toGiveBack }: Account): readonly Payment[] {
  return payments.map((payment) => {
    const givenBackCents = sumOf(toGiveBack.filter(({ paymentEntryId }) => paymentEntryId === payment.id));
    // A card gets back once at most: what the cancellation gives back later goes another way.
    const mayGoToCard = payment.mayGoToCard && givenBackCents === 0;
    return { ...payment, leftCents: payment.leftCents - givenBackCents, mayGoToCard };
  });
}

export interface CancellationToJudge extends CancellationAsked, Pick<CancellationCause, 'ground'> {
  /** The day on which it is made, in the seller's time zone. */
  readonly madeOn: PlainDate;
}
