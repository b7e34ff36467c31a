import type { NewEntry } from '../books/ledger-entry.ts';
import type { PlainDate } from '../calendar.ts';
import { sumCents } from '../money.ts';
import type { AccountEntry, AccountRecord } from './account-record.ts';

/** An entry with the turn that the database has given it. */
export interface WrittenEntry extends NewEntry, Pick<AccountEntry, 'turn'> {}

/** The record with an entry that was written on this day. One that was voided is as if it had never been. */
export function withEntry(record: AccountRecord, entry: WrittenEntry, today: PlainDate): AccountRecord {
  const entries =
    entry.kind === 'void'
      ? record.entries.filter(({ id }) => id !== entry.voids)
      : [...record.entries, accountEntryOf(entry, today)];
  return { ...record, entries };
}

function accountEntryOf(
  { id, turn, kind, amountCents, postings, ...entry }: WrittenEntry,
  today: PlainDate,
): AccountEntry {
  const ofCustomer = postings.filter(({ account }) => account === 'customer');
  return {
    id,
    turn,
    kind,
    amountCents,
    customerCents: sumCents(ofCustomer.map((posting) => posting.amountCents)),
    happenedOn: entry.happenedOn ?? today,
    cardPaymentId: entry.cardPaymentId ?? null,
    partyKey: entry.partyKey ?? null,
    partyReference: entry.partyReference ?? null,
    paymentEntryId: entry.paymentEntryId ?? null,
    disputeId: entry.disputeId ?? null,
  };
}
