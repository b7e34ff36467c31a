import type { LedgerAccountName } from '../../../src/domain/books/account.ts';
import type { EntryKind } from '../../../src/domain/books/ledger-entry.ts';

interface PlantedEntry {
  readonly key: string;
  readonly kind?: EntryKind;
  /** Selects whose entry it is: application_id, policy_number, seller_id, day and cents. */
  readonly sale: string;
  /** The one is debited with the cents, the other credited. */
  readonly debit: LedgerAccountName;
  readonly credit: LedgerAccountName;
  readonly partyReference?: string;
}

/** SQL of an entry that nothing explains; it returns the application's id. */
export function plantEntrySql({ key, kind = 'charge', sale, debit, credit, partyReference }: PlantedEntry): string {
  const reference = partyReference === undefined ? 'NULL' : `'${partyReference}'`;
  return `
    WITH sale AS (${sale}), entered AS (
      INSERT INTO ledger_entry (id, application_id, policy_number, seller_id, kind, key, amount_cents, happened_on, booked_on,
                                recorded_by, party_reference)
      SELECT uuidv7(), application_id, policy_number, seller_id, '${kind}', '${key}', cents, day, day, 'operator', ${reference}
      FROM sale
      RETURNING id, application_id, amount_cents
    ), posted AS (
      INSERT INTO ledger_posting (entry_id, line, account, amount_cents, reference)
      SELECT id, line, account, CASE line WHEN 1 THEN amount_cents ELSE -amount_cents END, ${reference}
      FROM entered
      CROSS JOIN (VALUES (1, '${debit}'), (2, '${credit}')) AS posting (line, account)
    )
    SELECT application_id AS id FROM entered`;
}

/** The sale of any entry that is there. */
export const anySale = (cents: number): string =>
  `SELECT application_id, policy_number, seller_id, booked_on AS day, ${cents} AS cents FROM ledger_entry LIMIT 1`;
