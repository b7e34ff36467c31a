import { type Cents, sumCents } from '../money.ts';
import type { AccountEntry, AccountRecord } from './account-record.ts';
import { disputesOf, type Payment } from './payments.ts';

/** A lost dispute, with the amount that the books do not yet show as owed again by the customer. */
export interface LostDispute {
  /** The entry that opened it. */
  readonly dispute: AccountEntry;
  readonly owedAgainCents: Cents;
}

/**
 * What the customer owes again after lost disputes: what the bank has given to the customer, less what we had refunded of
 * the same charge before. The books have a part of it already; this is the rest, which grows where a refund of the charge
 * turns out not to have been made.
 */
export function lostDisputesOwedAgain({ entries }: Pick<AccountRecord, 'entries'>, payments: readonly Payment[]) {
  return payments.flatMap(({ id, lostDisputeCents }): readonly LostDispute[] => {
    const about = entries.filter(({ paymentEntryId }) => paymentEntryId === id);
    const owedBeforeCents = sumCents(about.filter(isOfDispute).map(({ customerCents }) => customerCents));
    const owedAgainCents = lostDisputeCents - owedBeforeCents;
    const lost = disputesOf(about).findLast(({ state }) => state === 'lost');
    const dispute = about.find((entry) => entry.id === lost?.id);
    return dispute === undefined || owedAgainCents <= 0 ? [] : [{ dispute, owedAgainCents }];
  });
}

const isOfDispute = ({ kind }: AccountEntry): boolean => kind.startsWith('dispute-');
