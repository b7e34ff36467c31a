import type { LedgerEntry, NewEntry } from '../../domain/books/ledger-entry.ts';
import type { EntryId } from '../../domain/ids.ts';
import { newId } from '../new-id.ts';

/** An entry to be recorded: ids are made where the fact is. */
export function withId(entry: LedgerEntry): NewEntry {
  return { ...entry, id: newId<EntryId>() };
}
