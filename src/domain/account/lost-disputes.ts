import { type Cents, sumCents } from '../money.ts';
import type { AccountEntry, AccountRecord } from './account-record.ts';
import { disputesOf, type Payment } from './payments.ts';

/** A lost dispute, with the amount that the books do not yet show as owed again by the customer. */
export interface LostDispute {
  /** The entry that opened it. */
  readonly dispute: AccountEntry;
  readonly borneCents: Cents;
}

/**
 * Of disputes that were lost, the customer owes again what had not been given back before. It grows where a refund of
 * the same charge turns out not to have been made.
 */
export function lostDisputesToBear({ entries }: Pick<AccountRecord, 'entries'>, payments: readonly Payment[]) {
  return payments.flatMap(({ id, lostDisputeCents }): readonly LostDispute[] => {
    const about = entries.filter(({ paymentEntryId }) => paymentEntryId === id);
    const borneBeforeCents = sumCents(about.filter(isOfDispute).map(({ customerCents }) => customerCents));
    const borneCents = lostDisputeCents - borneBeforeCents;
    const lost = disputesOf(about).findLast(({ state }) => state === 'lost');
    const dispute = about.find((entry) => entry.id === lost?.id);
    return dispute === undefined || borneCents <= 0 ? [] : [{ dispute, borneCents }];
  });
}

const isOfDispute = ({ kind }: AccountEntry): boolean => kind.startsWith('dispute-');
