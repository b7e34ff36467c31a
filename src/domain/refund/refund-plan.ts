import type { PlainDate } from '../calendar.ts';
import type { CancellationKind } from '../cancellation/cancellation-asked.ts';
import type { Cents } from '../money.ts';
import type { MoneyStatus } from '../policy/money-status.ts';
import type { Collected } from './collected.ts';

/*
 * What a cancellation does with the money of its policy, decided here and nowhere else. Preview, notice, mail, books,
 * statement, the partner's answers, console and command line read the plan; flows/refund/carry-out.ts does what it
 * says.
 *
 *   collected by   who gives back what, on the first day without cover
 *   seller         the seller, to the customer: we only say so
 *   processor      the processor, to the card
 *   operator       the operator, to the customer, in the way that it was paid
 *   lender         the operator, to the loan, up to what is owed on it; of the rest the seller gives the customer the
 *                  down payment back, and the operator what is more
 *   unknown        it is asked until it is known; what was taken is then given back as by the processor
 *   nobody         nothing: the charge is stopped and the cost of the used days written off, or the charge is reduced
 *                  to that cost
 *   used days      nothing: the customer has paid just those
 *
 * The operator pays the lender through the books: the lender ends the loan and its account is credited. How much goes
 * to the loan is our estimate until the lender has answered, then the amount that it named: see collected.ts, which
 * says who collected.
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
  /** Who gives back how much to whom. While it is unknown whether the card was charged: what is owed if it was. */
  readonly owed: readonly Obligation[];
  readonly charge: ChargeFate;
  /** What the used days cost and nobody has paid: given up by the operator, or still owed by the customer. */
  readonly writtenOffCents: Cents;
  readonly stillOwedCents: Cents;
  /** The day on which the card is charged first; null if it was charged already, or will not be. */
  readonly chargedFirstOn: PlainDate | null;
}

/** The way of the refund. `ask first`: it is not known yet whether the card was charged. */
export const refundRoutes = ['card', 'not charged', 'ask first', 'loan', 'seller', 'operator', 'nothing'] as const;
export type RefundRoute = (typeof refundRoutes)[number];

/** In the contract's words. */
export interface Obligation {
  readonly payer: 'Processor' | 'Seller' | 'Operator';
  readonly payee: 'Card' | 'Lender' | 'Customer';
  /** Never zero. */
  readonly amountCents: Cents;
}

/**
 * What becomes of a charge that was not made.
 *   none     there is none, or it was made
 *   runs     it is made on its day, as without the cancellation
 *   waits    it is made only if the cancellation is withdrawn
 *   asked    it may have been made: it is asked about and never sent again
 *   stopped  it is over
 *   reduced  it stays, for what the used days cost
 */
export type ChargeFate = 'none' | 'runs' | 'waits' | 'asked' | 'stopped' | 'reduced';

/** What the operator does with the cost of used days that nobody has paid. */
export const usedDaysChoices = ['write-off', 'owe'] as const;
export type UsedDays = (typeof usedDaysChoices)[number];

export interface RefundAsked {
  readonly kind: CancellationKind;
  readonly cancelledOn: PlainDate;
  readonly totalCents: Cents;
  /** The part of the price for days that are not used, paid or not. */
  readonly refundCents: Cents;
  readonly usedDays: UsedDays;
  readonly collected: Collected;
  /** The seller's. */
  readonly today: PlainDate;
}

export function planRefund(asked: RefundAsked): RefundPlan {
  const { cancelledOn, refundCents, totalCents, collected, today } = asked;
  const isDue = cancelledOn <= today;
  const nothing: RefundPlan = {
    dueOn: cancelledOn,
    isDue,
    route: 'nothing',
    owed: [],
    charge: 'none',
    writtenOffCents: 0,
    stillOwedCents: 0,
    chargedFirstOn: null,
  };
  switch (collected.by) {
    case 'seller':
      return { ...nothing, route: 'seller', owed: given('Seller', 'Customer', refundCents) };
    case 'processor':
      return {
        ...nothing,
        route: refundCents > 0 ? 'card' : 'nothing',
        owed: given('Processor', 'Card', refundCents),
        ...(collected.toComeOn !== null && { charge: 'runs', chargedFirstOn: collected.toComeOn }),
      };
    case 'operator':
      return {
        ...nothing,
        route: refundCents > 0 ? 'operator' : 'nothing',
        owed: given('Operator', 'Customer', refundCents),
      };
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
        ],
      };
    }
    case 'unknown':
      return { ...nothing, route: 'ask first', owed: given('Processor', 'Card', refundCents), charge: 'asked' };
    case 'nobody': {
      const usedCents = isDue ? totalCents - refundCents : 0;
      const isOwed = asked.usedDays === 'owe' && usedCents > 0;
      return {
        ...nothing,
        route: 'not charged',
        charge: fateOfUnpaid(asked, { isDue, isOwed }),
        ...(isOwed ? { stillOwedCents: usedCents } : { writtenOffCents: usedCents }),
      };
    }
    case 'used days':
      return nothing;
  }
}

function fateOfUnpaid({ kind }: RefundAsked, { isDue, isOwed }: { isDue: boolean; isOwed: boolean }): ChargeFate {
  if (isDue) return isOwed ? 'reduced' : 'stopped';
  return kind === 'flat' ? 'waits' : 'runs';
}

function given(payer: Obligation['payer'], payee: Obligation['payee'], amountCents: Cents): readonly Obligation[] {
  return amountCents > 0 ? [{ payer, payee, amountCents }] : [];
}

/** Whether we give it back, through a party or by hand. We are not told when the seller has paid. */
export const isOurs = ({ payer }: Obligation): boolean => payer !== 'Seller';

/** What we give back ourselves. */
export function givenByUsCents({ owed }: Pick<RefundPlan, 'owed'>): Cents {
  return owed.filter(isOurs).reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/**
 * What is said of a cancelled policy's money. `isPending`: something that we give back is not back yet. Null: as the
 * charge says, which the cancellation has not changed.
 */
export function moneyAfter(
  plan: RefundPlan,
  { totalCents, refundCents, collected }: Pick<RefundAsked, 'totalCents' | 'refundCents' | 'collected'>,
  isPending: boolean,
): MoneyStatus | null {
  switch (collected.by) {
    case 'seller':
      return 'CollectedByPartner';
    case 'used days':
      return 'Paid';
    case 'unknown':
      return refundCents > 0 ? 'RefundPending' : null;
    case 'nobody':
      if (!plan.isDue || plan.stillOwedCents > 0) return null;
      return plan.writtenOffCents > 0 ? 'WrittenOff' : 'NothingOwed';
    case 'processor':
    case 'operator':
    case 'lender':
      if (plan.chargedFirstOn !== null) return null;
      if (refundCents === 0) return collected.by === 'lender' ? 'Financed' : 'Paid';
      if (isPending) return 'RefundPending';
      return refundCents < totalCents ? 'PartRefunded' : 'Refunded';
  }
}
