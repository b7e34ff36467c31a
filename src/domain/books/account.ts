import type { PaymentId } from '../ids.ts';
import type { Cents, PartsPerMillion } from '../money.ts';

/**
 * The accounts of the books, from the operator's side. A debit (above zero) is what others owe the operator, or a cost;
 * a credit (below zero) is what the operator owes.
 */
export const accounts = [
  /** What a partner has taken from customers and owes. */
  'partner',
  /** What customers are still to pay by card. */
  'card',
  /** What the processor has taken from cards and owes. */
  'processor',
  /** What the lender owes for the loans that it has written. */
  'lender',
  /** What a person has moved outside the service: by cheque or transfer. */
  'outside',
  /** What is owed back: to cards, loans and customers. Its reference is the key of the reversal that ends it. */
  'refund',
  /** What customers owed for used days and the operator has given up. */
  'write-off',
  /** What is owed to an insurer, before commission. */
  'premium',
  /** What is owed to an authority. */
  'tax',
  /** What selling costs, taken from the premium. */
  'commission',
  /** What is owed to sellers for it. */
  'commission-due',
] as const;
export type Account = (typeof accounts)[number];

/** One line of the books. */
export interface Entry {
  readonly account: Account;
  /** Never zero. Above: debit. Below: credit. */
  readonly amountCents: Cents;
  readonly product?: string;
  readonly insurer?: string | null;
  /** Of a tax. */
  readonly authority?: string;
  readonly province?: string;
  /** Of a tax or a commission. */
  readonly ratePpm?: PartsPerMillion;
  /** What the other party calls the money, or a key of ours; never what an operator typed, since lines are kept. */
  readonly reference?: string | null;
  /** The card payment that moved it; of a line of the processor's. */
  readonly paymentId?: PaymentId;
}

/** Something that happened, as the books have it: its lines come to zero. */
export interface BookedFact {
  /** Once for each application. */
  readonly fact: string;
  readonly entries: readonly Entry[];
}
