/*
 * Why durable work failed, waits or was left to a person. Everything that decides looks at this; the cause beside it is
 * for a person to read.
 */

export const failures = [
  // The other party was not reached, or asked to come later: nothing was done.
  'unavailable',
  'refused',
  // The same way will never succeed: a card that the issuer has closed.
  'refused-for-good',
  // Refused, and the tax rate changes before the day of the next try.
  'refused-before-tax-change',
  // Nobody can say whether it was done.
  'unknown',
  // The price has the tax of an earlier day.
  'tax-changed',
  'link-expired',
  'document-not-made',
  // The service was stopped, or has died at every try.
  'interrupted',
  // Something else has to end first.
  'waiting',
  // It is a person's from the start: money is to be given back by cheque or transfer.
  'to-pay',
  // It is a person's from the start: the used days of a cancelled policy are unpaid.
  'to-collect',
  // The books and a payout file disagree.
  'unreconciled',
  // A fault of the service itself: the log has it.
  'error',
] as const;

export type Failure = (typeof failures)[number];

export interface Failed {
  readonly failure: Failure;
  /** The cause is told in words, for a person. */
  readonly cause: string;
}
