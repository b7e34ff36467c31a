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
 *   nobody         nothing: the charge is stopped, and what the used days cost is written off or stays owed
 *   used days      nothing: the customer has paid just those
 *
 * The plan depends on what is known now, and is made anew whenever that changes. Before its day a cancellation leaves
 * the money alone, so that one that is withdrawn has nothing to fetch back.
 */
export interface RefundPlan {
  /** The first day without cover, on which it falls due. */
  readonly dueOn: PlainDate;
  /** Whether that day has come. */
  readonly isDue: boolean;
  readonly route: RefundRoute;
  /** Who gives back how much to whom. While it is unknown what was taken: as it would be. */
  readonly owed: readonly Obligation[];
  readonly charge: ChargeFate;
  /** What the used days cost and nobody has paid: given up by the operator, or still owed by the customer. */
  readonly writtenOffCents: Cents;
  readonly stillOwedCents: Cents;
  /** The day on which the card is charged first; null: it was, or will not be. */
  readonly chargedFirstOn: PlainDate | null;
}

/** Where the refund goes, in one word. `ask first`: it is not known yet whether the card was charged. */
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
 *   waits    it is not made, unless the cancellation is withdrawn
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
  /** What the policy cost, and what of it was paid for days that are not used. */
  readonly totalCents: Cents;
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
    ...{ dueOn: cancelledOn, isDue, route: 'nothing', owed: [], charge: 'none' },
    ...{ writtenOffCents: 0, stillOwedCents: 0, chargedFirstOn: null },
  };
  switch (collected.by) {
    case 'seller':
      return { ...nothing, route: 'seller', owed: given('Seller', 'Customer', refundCents) };
    case 'processor':
      return {
        ...{ ...nothing, route: refundCents > 0 ? 'card' : 'nothing', owed: given('Processor', 'Card', refundCents) },
        ...(collected.toComeOn !== null && { charge: 'runs', chargedFirstOn: collected.toComeOn }),
      };
    case 'operator':
      return {
        ...{ ...nothing, route: refundCents > 0 ? 'operator' : 'nothing' },
        owed: given('Operator', 'Customer', refundCents),
      };
    case 'lender': {
      const toLoanCents = Math.min(refundCents, collected.owedCents);
      const bySellerCents = Math.min(refundCents - toLoanCents, collected.downPaymentCents);
      return {
        ...{ ...nothing, route: 'loan' },
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
        ...{ ...nothing, route: 'not charged', charge: fateOfUnpaid(asked, { isDue, isOwed }) },
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

/** Whether we give it back, through a party or by hand. What the seller gives back nobody tells us. */
export const isOurs = ({ payer }: Obligation): boolean => payer !== 'Seller';

/** What we give back ourselves. */
export function givenByUsCents({ owed }: Pick<RefundPlan, 'owed'>): Cents {
  return owed.filter(isOurs).reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/**
 * What is said of a cancelled policy's money. `isPending`: something that we give back is not back yet. Null: the
 * cancellation has not changed it, so the charge says.
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
