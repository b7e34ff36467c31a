import { payeeRules } from '../account/account-record.ts';
import { type Allocation, allocate } from '../account/payments.ts';
import type { PlainDate } from '../calendar.ts';
import type { CancellationKind } from '../cancellation/cancellation-asked.ts';
import type { CancellationGround } from '../cancellation/cancellation-cause.ts';
import { holdsChargeBack } from '../cancellation/non-payment.ts';
import type { UsedDays } from '../cancellation/used-days.ts';
import type { Cents } from '../money.ts';
import type { Collected, PaidByCustomer, PaymentToPlan } from './collected.ts';

/*
 * The refund plan says what a cancellation is going to do with the money of its policy, and does none of it. Preview,
 * notice, mail and the partner's answer say it in words.
 *
 * What is done when the day has come follows from the account, which is worked out from the same payments:
 * `accountOf` (domain/account/account.ts) says what is given back to cards and customers, `toWriteOffCents` (payments.ts
 * there) what is written off. Plan and account divide by the same `allocate`, and account.test.ts compares them over
 * random histories. Of a loan the plan itself decides: the entry of its end is made from it (record-given-back.ts).
 *
 *   collected by   who gives back what, on the first day without cover
 *   seller         the seller, to the customer: we only say so
 *   lender         the operator, to the loan, up to what is owed on it; of the rest the seller gives the customer the
 *                  down payment back, and the operator what is more. Of a rescinded policy's loan the lender gives the
 *                  customer back what it collected in interest and fee
 *   customer       what was paid beyond the cost of the used days, by the way by which it came: the processor to the
 *                  card, the operator to the customer. If less was paid than the used days cost, nothing: the rest of it
 *                  is written off, or stays owed
 *   card to come   as of what was paid, with the charge as if it were made: it is given back after that
 *   unknown        the charge is taken as made, and the processor asked whether it was. What is given back of that charge
 *                  comes first, and is given back only if it was made; what is beyond it comes of the other payments, and
 *                  is given back in any case
 *
 * The operator pays the lender through the books: the lender ends the loan and its account is credited. How much goes
 * to the loan is our estimate until the lender has answered, then the amount that it named.
 *
 * The plan depends on what is known now, and is made anew whenever that changes. Before the day of the cancellation
 * nothing is given back, so that one that is withdrawn has nothing to fetch back; a flat one also holds back a charge
 * that was not made yet.
 */
export interface RefundPlan {
  /** The first day without cover, on which it falls due. */
  readonly dueOn: PlainDate;
  /** Whether that day has come. */
  readonly isDue: boolean;
  readonly route: RefundRoute;
  /** Who gives back how much to whom. */
  readonly owed: readonly PlannedRefund[];
  readonly charge: ChargeFate;
  /** What the used days cost and nobody has paid: given up by the operator, or still owed by the customer. */
  readonly writtenOffCents: Cents;
  readonly stillOwedCents: Cents;
  /** How much of the price is paid, where that is a part. Null: all of it is paid, or nothing ever was. */
  readonly partPaidCents: Cents | null;
  /** What was given as goodwill before, and counts in what the cancellation gives back. */
  readonly goodwillCents: Cents;
  /** The day on which the card is charged first; null if it was charged already, or will not be. */
  readonly chargedFirstOn: PlainDate | null;
  /** What it is charged then: what of the price is not paid otherwise. */
  readonly chargedFirstCents?: Cents;
}

/** The way of the refund. `ask first`: it is not known yet whether the card was charged. */
export const refundRoutes = ['card', 'not charged', 'ask first', 'loan', 'seller', 'operator', 'nothing'] as const;
export type RefundRoute = (typeof refundRoutes)[number];

/** Partners read an obligation in these words of the contract. */
export interface Obligation {
  readonly payer: RefundPayer;
  readonly payee: 'Card' | 'Lender' | 'Customer';
  /** The amount is never zero. */
  readonly amountCents: Cents;
}

export interface PlannedRefund extends Obligation {
  /** It is given back only if the charge was made whose outcome is unknown; all others are in any case. */
  readonly isOfUnknownCharge?: true;
}

/** The `Lender` is the payer where it ends a loan and gives the customer a part back itself. */
export type RefundPayer = 'Processor' | 'Seller' | 'Operator' | 'Lender';

/**
 * What becomes of a charge that was not made.
 *   none     there is none, or it was made
 *   runs     it is made on its day, as without the cancellation
 *   waits    it is made only if the cancellation is withdrawn
 *   asked    it may have been made: it is asked about and never sent again
 *   stopped  it is over
 *   reduced  it stays, for what the used days cost
 * What becomes of a charge that was made.
 *   disputed    the card's bank has taken it back until it has decided
 *   taken back  the bank has taken it back, and what the used days cost is owed
 */
export type ChargeFate = 'none' | 'runs' | 'waits' | 'asked' | 'stopped' | 'reduced' | 'disputed' | 'taken back';

export interface RefundAsked {
  readonly kind: CancellationKind;
  readonly ground?: CancellationGround;
  readonly cancelledOn: PlainDate;
  readonly totalCents: Cents;
  /** The part of the price for days that are not used, paid or not. */
  readonly refundCents: Cents;
  readonly usedDays: UsedDays;
  readonly collected: Collected;
  /** The day in the seller's time zone. */
  readonly today: PlainDate;
}

export function planRefund(asked: RefundAsked): RefundPlan {
  const { cancelledOn, refundCents, collected, today } = asked;
  const isDue = cancelledOn <= today;
  const nothing: RefundPlan = {
    dueOn: cancelledOn,
    isDue,
    route: 'nothing',
    owed: [],
    charge: 'none',
    writtenOffCents: 0,
    stillOwedCents: 0,
    partPaidCents: null,
    goodwillCents: 0,
    chargedFirstOn: null,
  };
  switch (collected.by) {
    case 'seller':
      return { ...nothing, route: 'seller', owed: given('Seller', 'Customer', refundCents) };
    case 'lender': {
      const toLoanCents = Math.min(refundCents, collected.owedCents);
      const bySellerCents = Math.min(refundCents - toLoanCents, collected.downPaymentCents);
      return {
        ...nothing,
        route: 'loan',
        owed: [
          ...given('Operator', 'Lender', toLoanCents),
          ...given('Seller', 'Customer', bySellerCents),
          ...given('Operator', 'Customer', refundCents - toLoanCents - bySellerCents),
          ...given('Lender', 'Customer', collected.byLenderCents),
        ],
      };
    }
    case 'unknown': {
      // What goodwill counts for is fixed on the day: the charge is not yet known to have paid for anything.
      const unknownCents = isDue ? collected.chargeCents : 0;
      const { allocations, goodwillCents } = backOfPaid(asked, withCharge(collected), unknownCents);
      return { ...nothing, route: 'ask first', owed: allocations.map(ofUnknownCharge), goodwillCents, charge: 'asked' };
    }
    case 'card to come': {
      const { allocations, goodwillCents } = backOfPaid(asked, withCharge(collected));
      const owed = allocations.map(obligationOf);
      const { on: chargedFirstOn, chargeCents: chargedFirstCents } = collected;
      return {
        ...nothing,
        route: routeOf(owed),
        owed,
        goodwillCents,
        charge: 'runs',
        chargedFirstOn,
        chargedFirstCents,
      };
    }
    case 'customer':
      return planOfCustomer(asked, nothing, collected);
  }
}

/** What is owed only if the charge whose outcome is unknown was made; null: nothing is. */
export const refundOfUnknownCharge = ({ owed }: Pick<RefundPlan, 'owed'>): Obligation | null =>
  owed.find(({ isOfUnknownCharge }) => isOfUnknownCharge) ?? null;

/** What is owed whatever becomes known. */
export const owedInAnyCase = ({ owed }: Pick<RefundPlan, 'owed'>): readonly Obligation[] =>
  owed.filter(({ isOfUnknownCharge }) => !isOfUnknownCharge);

/** Takes the charge as made, after all payments. It has no entry yet. */
function withCharge({ payments, goodwillCents, chargeCents }: PaidByCustomer & { readonly chargeCents: Cents }) {
  const untouched = { returnedCents: 0, openDisputeCents: 0, lostDisputeCents: 0, givenTooMuchCents: 0 };
  const charge = { id: null, leftCents: chargeCents, mayGoToCard: true, ...untouched };
  return { payments: [...payments, charge], goodwillCents };
}

/** Marks what is given back of the charge that has no entry: its outcome is unknown. */
function ofUnknownCharge(allocation: Allocation): PlannedRefund {
  const obligation = obligationOf(allocation);
  return allocation.paymentEntryId === null ? { ...obligation, isOfUnknownCharge: true } : obligation;
}

/**
 * The customer has paid us, and gets back what was paid beyond the price of the used days. An example: the price is $100
 * and the used days cost $40, so the cancellation gives back $60.
 *
 *   what was paid before                                          refunded
 *   $100: all                                                     $60
 *   $70: a part, and the used days are covered                    $30
 *   $30: less than the used days cost                             nothing; $10 is written off, or stays owed
 *   $200: twice                                                   $160
 *   $100, of which $20 was refunded as goodwill                   $40: the goodwill counts in the $60
 *   $100, of which $80 was refunded as goodwill                   nothing: the goodwill was more than the $60, and stays given
 */
function planOfCustomer(asked: RefundAsked, nothing: RefundPlan, paid: PaidByCustomer): RefundPlan {
  const { payments, goodwillCents: givenCents } = paid;
  const { refundCents, totalCents } = asked;
  const usedDaysCents = totalCents - refundCents;
  const paidCents = paidOf(payments);
  const lackingCents = Math.max(usedDaysCents - paidCents - givenCents, 0);
  if (lackingCents > 0 || (paidCents === 0 && givenCents === 0)) {
    const unpaid = { ...nothing, partPaidCents: payments.length === 0 ? null : Math.max(paidCents, 0) };
    return planOfUnpaid(asked, unpaid, { payments, lackingCents });
  }
  const { allocations, goodwillCents, balanceCents } = backOfPaid(asked, paid);
  const owed = allocations.map(obligationOf);
  const unpaidCents = Math.max(balanceCents, 0);
  const partPaidCents = unpaidCents > 0 ? totalCents - unpaidCents : null;
  return { ...nothing, route: routeOf(owed), owed, goodwillCents, partPaidCents };
}

/** What is left of what was paid, less what was refunded of a payment that came back. */
function paidOf(payments: readonly PaymentToPlan[]): Cents {
  return payments.reduce((sum, { leftCents, givenTooMuchCents }) => sum + leftCents - givenTooMuchCents, 0);
}

/** What comes back of what was paid beyond the price of the used days. */
function backOfPaid(
  { totalCents, refundCents }: Pick<RefundAsked, 'totalCents' | 'refundCents'>,
  { payments, goodwillCents: givenCents }: PaidByCustomer,
  unknownCents: Cents = 0,
) {
  const paidCents = paidOf(payments);
  // What the account's balance is before the cancellation: below zero, the customer has paid more than the price.
  const balanceCents = totalCents - paidCents - givenCents;
  const goodwillCents = goodwillInRefund(refundCents, {
    balanceCents: balanceCents + unknownCents,
    goodwillCents: givenCents,
  });
  const allocations = allocate(payments, refundCents - goodwillCents - balanceCents);
  return { allocations, goodwillCents, balanceCents };
}

/**
 * What was given as goodwill before counts in what the cancellation gives back, so that nothing is given back twice.
 * What was more than that stays given, and what was paid twice is owed beside it.
 */
export function goodwillInRefund(
  refundCents: Cents,
  { balanceCents, goodwillCents }: { readonly balanceCents: Cents; readonly goodwillCents: Cents },
): Cents {
  return Math.min(goodwillCents, Math.max(refundCents - Math.max(balanceCents, 0), 0));
}

/** Says an allocation as an obligation, in the contract's words. */
export function obligationOf({ payee, amountCents }: Pick<Allocation, 'payee' | 'amountCents'>): Obligation {
  return { payer: payeeRules[payee].payer, payee, amountCents };
}

function routeOf(owed: readonly Obligation[]): RefundRoute {
  if (owed.length === 0) return 'nothing';
  return owed.some(({ payer }) => payer === 'Processor') ? 'card' : 'operator';
}

/** Less was paid than the used days cost, or banks hold it back. A payment that came back is never written off: it stays owed. */
function planOfUnpaid(
  { kind, usedDays, ground = 'Other' }: RefundAsked,
  nothing: RefundPlan,
  { payments, lackingCents }: { readonly payments: readonly PaymentToPlan[]; readonly lackingCents: Cents },
): RefundPlan {
  const sum = (of: 'openDisputeCents' | 'lostDisputeCents' | 'returnedCents'): Cents =>
    payments.reduce((cents, payment) => cents + payment[of], 0);
  const [disputedCents, lostCents] = [sum('openDisputeCents'), sum('lostDisputeCents')];
  // What a bank holds back counts as paid until it has decided.
  const usedCents = nothing.isDue ? Math.max(lackingCents - disputedCents, 0) : 0;
  const isOwed = usedCents > 0 && (usedDays === 'owe' || lostCents > 0 || sum('returnedCents') > 0);
  const unpaid: RefundPlan = {
    ...nothing,
    route: 'not charged',
    ...(isOwed ? { stillOwedCents: usedCents } : { writtenOffCents: usedCents }),
  };
  if (disputedCents > 0) return { ...unpaid, charge: 'disputed' };
  if (lostCents > 0) return { ...unpaid, charge: 'taken back' };
  if (nothing.isDue) return { ...unpaid, charge: isOwed ? 'reduced' : 'stopped' };
  return { ...unpaid, charge: holdsChargeBack({ kind, ground }) ? 'waits' : 'runs' };
}

function given(payer: Obligation['payer'], payee: Obligation['payee'], amountCents: Cents): readonly Obligation[] {
  return amountCents > 0 ? [{ payer, payee, amountCents }] : [];
}

/** Whether we give it back, through a party or by hand. We are not told when the seller has paid. */
export const isOurs = ({ payer }: Pick<Obligation, 'payer'>): boolean => payer === 'Processor' || payer === 'Operator';

/** What we give back ourselves. */
export function givenByUsCents({ owed }: Pick<RefundPlan, 'owed'>): Cents {
  return owed.filter(isOurs).reduce((sum, { amountCents }) => sum + amountCents, 0);
}
