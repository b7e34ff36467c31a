import type { LedgerEntry, NewEntry } from '../../domain/books/ledger-entry.ts';
import type { EntryId } from '../../domain/ids.ts';
import { type BookedSale, insertEntry } from '../../store/books/entry.ts';
import type { Tx } from '../../store/database.ts';
import { newId } from '../new-id.ts';

/** Records in the books what happened to a sale's money. An entry that is there already stays as it is. */
export function recordEntry(tx: Tx, sale: BookedSale, entry: LedgerEntry): Promise<void> {
  return insertEntry(tx, sale, withId(entry));
}

/** For a statement that records an entry beside what else it writes. */
export function withId(entry: LedgerEntry): NewEntry {
  return { ...entry, id: newId<EntryId>() };
}
