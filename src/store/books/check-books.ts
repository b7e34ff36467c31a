import type { Tx } from '../database.ts';
import { idAt } from '../list/filter.ts';
import { read } from '../statement.ts';
import { accountDaysSql } from './account-day.ts';
import type { BooksFault } from './books-fault.ts';
import { checkAccounts } from './check-accounts.ts';
import { checkPayoutFiles } from './check-payout-files.ts';
import { expectedEntriesSql, unexplainedEntriesSql } from './expected-entries.ts';

export interface BooksCheck {
  readonly entries: number;
  readonly policies: number;
  /** The entries that do not add up, by application and day. What payout files say of a party itself is one of them. */
  readonly unbalanced: readonly BooksFault[];
  /**
   * Entries that other tables say and the books do not have, or with another amount; entries and balances that nothing
   * explains, a stored status that is not the account's, and money that a party has taken or given back and the books do
   * not have, as the last comparison with its own ledger has found and nobody has settled, or a payout file.
   */
  readonly different: readonly BooksFault[];
}

/** More are not listed: the first ones tell what is wrong. */
const faultsMax = 100;

/** Checks that the books balance and have what the other tables say, for sales quoted since then; null for all. */
export async function checkBooks(tx: Tx, since: Date | null): Promise<BooksCheck> {
  const from = since === null ? null : idAt(since);
  const counts = await countAll(tx, { from });
  const unbalanced = await findUnbalanced(tx, { from, faultsMax });
  const days = from === null ? await findUnbalancedDays(tx, { faultsMax }) : [];
  const added = from === null ? await findWrongDays(tx, { faultsMax }) : [];
  const different = await findDifferent(tx, { from, faultsMax });
  const unexplained = await findUnexplained(tx, { from, faultsMax });
  const accounts = await checkAccounts(tx, { from, faultsMax });
  const ledgers = await findLedgerDifferences(tx, { from, faultsMax });
  const files = await checkPayoutFiles(tx, { from, faultsMax });
  return {
    ...counts,
    unbalanced: [...unbalanced, ...days],
    different: [...different, ...unexplained, ...accounts, ...ledgers, ...files, ...added],
  };
}

interface Since {
  /** An application's id; null: from the first on. */
  readonly from: string | null;
}

interface Limited {
  readonly faultsMax: number;
}

const countAll = read.onlyRow<{ readonly entries: number; readonly policies: number }, [Since]>(
  null,
  `
  SELECT (SELECT count(*)::int FROM ledger_entry WHERE :from::uuid IS NULL OR application_id >= :from) AS entries,
         (SELECT count(*)::int FROM policy WHERE :from::uuid IS NULL OR application_id >= :from) AS policies`,
);

const findUnbalanced = read.allRows<BooksFault, [Since & Limited]>(
  null,
  `
  SELECT coalesce(application_id::text, 'payout files') AS "where", 'sale' AS what, 0 AS "expectedCents", sum(amount_cents)::float8 AS "foundCents"
  FROM posted
  WHERE :from::uuid IS NULL OR application_id >= :from
  GROUP BY application_id
  HAVING sum(amount_cents) <> 0
  LIMIT :faultsMax`,
);

const findUnbalancedDays = read.allRows<BooksFault, [Limited]>(
  null,
  `
  SELECT booked_on::text AS "where", 'day' AS what, 0 AS "expectedCents", sum(amount_cents)::float8 AS "foundCents"
  FROM posted
  GROUP BY booked_on
  HAVING sum(amount_cents) <> 0
  LIMIT :faultsMax`,
);

// What is added up by day, beside the postings that it was added up from.
const findWrongDays = read.allRows<BooksFault, [Limited]>(
  null,
  `
  SELECT coalesce(recorded.day, added.day)::text AS "where",
         concat_ws(' ', 'account', coalesce(recorded.account, added.account), 'of', coalesce(seller.username, 'all')) AS what,
         (recorded.debit_cents - recorded.credit_cents)::float8 AS "expectedCents",
         (added.debit_cents - added.credit_cents)::float8 AS "foundCents"
  FROM (${accountDaysSql('recorded_at < (SELECT until FROM account_day_until)')}) AS recorded
  FULL JOIN account_day AS added
    ON added.day = recorded.day AND added.account = recorded.account
       AND coalesce(added.seller_id::text, '') = coalesce(recorded.seller_id::text, '')
  LEFT JOIN seller ON seller.id = coalesce(recorded.seller_id, added.seller_id)
  WHERE (recorded.debit_cents, recorded.credit_cents) IS DISTINCT FROM (added.debit_cents, added.credit_cents)
  LIMIT :faultsMax`,
);

const findDifferent = read.allRows<BooksFault, [Since & Limited]>(
  null,
  `
  WITH batch AS (
    SELECT application_id FROM bind WHERE :from::uuid IS NULL OR application_id >= :from
  )
  SELECT expected.application_id::text AS "where", expected.key AS what, expected.cents AS "expectedCents", found.cents AS "foundCents"
  FROM (${expectedEntriesSql}) AS expected
  CROSS JOIN LATERAL (
    SELECT count(*) AS postings, sum(amount_cents) FILTER (WHERE account = ANY (expected.accounts))::float8 AS cents
    FROM posted
    WHERE posted.application_id = expected.application_id AND posted.key = expected.key
  ) AS found
  WHERE found.postings = 0 OR (expected.cents IS NOT NULL AND expected.cents IS DISTINCT FROM found.cents)
  LIMIT :faultsMax`,
);

const findUnexplained = read.allRows<BooksFault, [Since & Limited]>(
  null,
  `
  WITH batch AS (
    SELECT id AS application_id FROM application WHERE :from::uuid IS NULL OR id >= :from
  )
  SELECT unexplained.application_id::text AS "where", unexplained.key AS what, NULL::float8 AS "expectedCents", unexplained.cents AS "foundCents"
  FROM (${unexplainedEntriesSql}) AS unexplained
  LIMIT :faultsMax`,
);

// A dispute that only the books have is left out: the bank's letter may come before the processor's ledger has it.
const findLedgerDifferences = read.allRows<BooksFault, [Since & Limited]>(
  null,
  `
  SELECT application_id::text AS "where", party || ': ' || kind || ', reference ' || reference AS what,
         settled_cents::float8 AS "expectedCents", booked_cents::float8 AS "foundCents"
  FROM settlement_difference
  WHERE file_id IS NULL AND (kind <> 'disputed' OR settled_cents > booked_cents) AND given_up_at IS NOT NULL
     AND (:from::uuid IS NULL OR application_id >= :from)
  ORDER BY id
  LIMIT :faultsMax`,
);
