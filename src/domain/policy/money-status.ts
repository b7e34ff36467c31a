/**
 * CollectedByPartner  the partner takes the money
 * Paid                the card was charged, or the operator was paid another way
 * Scheduled           the card is charged on a later day
 * Unpaid              that charge was refused, and may be tried again
 * Financed            the lender has paid
 * RefundPending       money is owed back and not back yet, or it is not known yet whether any was taken
 * PartRefunded, Refunded  all that is owed back is back: a part or the whole of the price
 * WrittenOff          the operator has given up what the used days cost
 * NothingOwed         nothing was taken, and nothing will be
 */
export const moneyStatuses = [
  'CollectedByPartner',
  'Paid',
  'Scheduled',
  'Unpaid',
  'Financed',
  'RefundPending',
  'PartRefunded',
  'Refunded',
  'WrittenOff',
  'NothingOwed',
] as const;
export type MoneyStatus = (typeof moneyStatuses)[number];
