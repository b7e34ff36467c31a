import { addDays, type PlainDate } from '../calendar.ts';

/**
 * When a card that its issuer has refused may be charged again, or refunded. The card schemes say it by codes, and fine a merchant
 * who tries a card again that it must not: this is the one table of them.
 */
export type RetryAdvice = 'never' | 'tomorrow' | { readonly afterDays: number };

export interface RefusalCodes {
  /** The issuer's own response code (ISO 8583 field 39). */
  readonly issuerCode: string | null;
  /** Mastercard's merchant advice code, where the processor passes it on. */
  readonly adviceCode: string | null;
}

/** Never, if either code says so; else as the advice code says; tomorrow, where no code says anything. */
export function retryAdviceOf({ issuerCode, adviceCode }: RefusalCodes): RetryAdvice {
  const byAdvice = adviceCodes[adviceCode ?? ''] ?? 'tomorrow';
  return neverByIssuerCode.has(issuerCode ?? '') ? 'never' : byAdvice;
}

/** How often a card is charged by itself; then it is left to the operator. */
export const triesMax = 4;

/** The day of the next try after this many, or null if there is none. */
export function nextTryOn(advice: RetryAdvice, tries: number, today: PlainDate): PlainDate | null {
  if (advice === 'never' || tries >= triesMax) return null;
  return addDays(today, advice === 'tomorrow' ? 1 : advice.afterDays);
}

/**
 * For how many days a refund that the card's issuer declines is tried. At most once a day, so at most 15 times: Visa allows
 * as many in 30 days. Then a person pays it: the customer has waited long enough.
 */
const refundDaysMax = 14;

/** After how many days such a refund is tried again, or null if it is not. `daysOwed`: since it was to be made. */
export function refundTriedAfterDays(advice: RetryAdvice, daysOwed: number): number | null {
  if (advice === 'never') return null;
  const days = advice === 'tomorrow' ? 1 : advice.afterDays;
  return daysOwed + days > refundDaysMax ? null : days;
}

/** The strictest of several: of an order that was looked up. */
export function strictestAdvice(all: readonly RetryAdvice[]): RetryAdvice {
  if (all.includes('never')) return 'never';
  const days = all.flatMap((advice) => (typeof advice === 'object' ? [advice.afterDays] : []));
  return days.length === 0 ? 'tomorrow' : { afterDays: Math.max(...days) };
}

/**
 * Visa calls these category 1, "will never approve". They are taken so for every brand. All others may be tried again;
 * Visa allows 15 tries in 30 days.
 */
const neverByIssuerCode: ReadonlySet<string> = new Set([
  '04', // pick up the card
  '07', // pick up the card: special condition
  '12', // invalid transaction
  '14', // no such card number
  '15', // no such issuer
  '41', // lost
  '43', // stolen
  '46', // closed account
  '57', // not permitted to this card
  'R0', // the cardholder has stopped this payment
  'R1', // the cardholder has stopped all payments of this agreement
  'R3', // the cardholder has stopped all payments to this merchant
]);

/** These are Mastercard's. Those that only describe the card (01, 40 to 43) say nothing about another try. */
const adviceCodes: Readonly<Record<string, RetryAdvice>> = {
  '02': { afterDays: 3 }, // can't be approved at this time: after 72 hours
  '03': 'never', // do not try again
  '21': 'never', // the cardholder has ended the agreement
  '24': 'tomorrow', // after an hour
  '25': 'tomorrow', // after 24 hours
  '26': { afterDays: 2 },
  '27': { afterDays: 4 },
  '28': { afterDays: 6 },
  '29': { afterDays: 8 },
  '30': { afterDays: 10 },
};
