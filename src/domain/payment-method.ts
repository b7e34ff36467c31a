import { paymentMethodValues } from '../../contract/vocabulary.ts';

/**
 * The payment methods and their properties. No other code compares a method's name: it uses this table, or switches
 * over how the method is paid.
 */
export const paymentMethods = paymentMethodValues;
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * How the money moves.
 * partner: the partner collects it; nothing moves through us, and the partner gives it back.
 * loan: the lender pays, during the bind; undone by cancelling the loan.
 * card: the customer's card is charged, during the bind or on a later day; undone by a refund.
 */
export type PaidBy = 'partner' | 'loan' | 'card';

/** The blocks of a bind request that belong to certain methods. */
export const paymentBlocks = ['financing', 'cardPayment'] as const;
export type PaymentBlock = (typeof paymentBlocks)[number];

interface PaymentMethodRule {
  readonly paidBy: PaidBy;
  /** The block that a bind needs; any other is refused. */
  readonly block: PaymentBlock | null;
  /** Whether the partner may send a payment reference, for a payment that it has taken. */
  readonly takesReference: boolean;
}

const collectedByPartner = { paidBy: 'partner', block: null, takesReference: true } as const;

export const paymentMethodRules = {
  REF: collectedByPartner,
  FIN: collectedByPartner,
  PW: collectedByPartner,
  PFF: { paidBy: 'loan', block: 'financing', takesReference: false },
  CC: { paidBy: 'card', block: 'cardPayment', takesReference: false },
} as const satisfies Readonly<Record<PaymentMethod, PaymentMethodRule>>;

/** The methods that are paid in this way. */
export type MethodPaidBy<Way extends PaidBy> = {
  [Method in PaymentMethod]: (typeof paymentMethodRules)[Method]['paidBy'] extends Way ? Method : never;
}[PaymentMethod];

export function isPaidBy<Way extends PaidBy>(way: Way, method: PaymentMethod): method is MethodPaidBy<Way> {
  return paymentMethodRules[method].paidBy === way;
}
