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
