/**
 * The accounts of the books, from the operator's side. A debit (above zero) is what others owe the operator, or a cost;
 * a credit (below zero) is what the operator owes.
 */
export const accounts = [
  /** What a partner has taken from customers and owes. */
  'partner',
  /** What customers still owe. Below zero: what is owed back to them. */
  'customer',
  /** What the processor has taken from cards and owes. */
  'processor',
  /** What the lender owes for the loans that it has written. */
  'lender',
  /** What a person has moved outside the service: by cheque or transfer. */
  'outside',
  /** What banks hold back of disputed charges, and what a processor has taken twice. */
  'dispute',
  /** What customers owed and the operator has given up. */
  'write-off',
  /** What the operator has given back without having to. */
  'goodwill',
  /** What the processor and the lender have kept for themselves, as their payout files say. */
  'fee',
  /** What they hold back for some time, as their payout files say. */
  'reserve',
  /** What is owed to an insurer, before commission. */
  'premium',
  /** What is owed to an authority. */
  'tax',
  /** What selling costs, taken from the premium. */
  'commission',
  /** What is owed to sellers for it. */
  'commission-due',
] as const;
export type LedgerAccountName = (typeof accounts)[number];
