import type { Period } from '../../domain/books/period.ts';
import type { BordereauLine, StatementLine, StatementTotals, TaxLine } from '../../domain/books/reports.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import { read } from '../statement.ts';

/*
 * Reports are read from the books alone, so that they add up to them. A day is read at once: there are never more lines
 * in memory than a day has. Their plans depend on how many entries a day or a period has.
 */

// What the seller gives back of a loan's down payment is known when the lender has answered: an entry of its own.
const kindSql = `CASE WHEN entry.kind = 'sale' THEN 'Bind'
                   WHEN entry.kind IN ('cancellation', 'loan-ended') THEN 'Cancellation'
                   ELSE 'Amendment' END`;

/** What is credited to accounts is what was earned: its sign is turned. */
const creditedSql = (...accounts: readonly string[]): string =>
  `coalesce(-sum(entry.amount_cents) FILTER (WHERE entry.account IN (${accounts.map((name) => `'${name}'`).join()})), 0)::float8`;
const debitedSql = (account: string): string =>
  `coalesce(sum(entry.amount_cents) FILTER (WHERE entry.account = '${account}'), 0)::float8`;

/** The entries are summed by account, authority and rate before. */
const taxesSql = `coalesce(json_agg(json_build_object('authority', entry.authority, 'ratePpm', entry.rate_ppm, 'amountCents', -entry.amount_cents)
                           ORDER BY entry.authority, entry.rate_ppm) FILTER (WHERE entry.account = 'tax' AND entry.amount_cents <> 0), '[]') AS taxes`;

const statementAmountsSql = `${taxesSql}, ${creditedSql('premium')} AS "premiumCents", ${creditedSql('tax')} AS "taxCents",
         ${creditedSql('premium', 'tax')} AS "totalCents", ${creditedSql('commission-due')} AS "commissionCents",
         ${debitedSql('partner')} AS "collectedCents"`;
const ofStatementSql = `entry.account IN ('premium', 'tax', 'commission-due', 'partner')`;

export const readStatementDay = read.allRows<
  StatementLine,
  [{ readonly sellerIds: readonly string[]; readonly day: PlainDate }]
>(
  null,
  `SELECT entry.day::text, entry.policy_number AS "policyNumber", entry.kind, policy.payment_method AS "paymentMethod",
          seller.username AS seller, ${statementAmountsSql}
   FROM (
     SELECT booked_on AS day, seller_id, policy_number, ${kindSql} AS kind, account, authority, rate_ppm, sum(amount_cents) AS amount_cents
     FROM posted AS entry
     WHERE seller_id = ANY (:sellerIds::uuid[]) AND booked_on = :day AND ${ofStatementSql}
     GROUP BY booked_on, seller_id, policy_number, ${kindSql}, account, authority, rate_ppm) AS entry
   JOIN policy ON policy.policy_number = entry.policy_number
   JOIN seller ON seller.id = entry.seller_id
   GROUP BY entry.day, entry.policy_number, entry.kind, policy.payment_method, seller.username
   ORDER BY entry.policy_number, entry.kind`,
);

export const readStatementTotals = read.onlyRow<StatementTotals, [sellerIds: readonly string[], period: Period]>(
  null,
  `SELECT ${statementAmountsSql}, ${debitedSql('partner')} - ${creditedSql('commission-due')} AS "balanceCents"
   FROM (
     SELECT account, authority, rate_ppm, sum(amount_cents) AS amount_cents
     FROM posted AS entry
     WHERE seller_id = ANY (:sellerIds::uuid[]) AND booked_on BETWEEN :from AND :to AND ${ofStatementSql}
     GROUP BY account, authority, rate_ppm) AS entry`,
  (sellerIds, { from, to }) => ({ sellerIds, from, to }),
);

/** `insurer`: null for all. */
export const readBordereauDay = read.allRows<BordereauLine, [insurer: string | null, day: PlainDate]>(
  null,
  `SELECT entry.insurer, entry.booked_on::text AS day, ${kindSql} AS kind, entry.policy_number AS "policyNumber", entry.product,
          seller.province, seller.name AS seller, policy.effective_date::text AS "effectiveDate",
          policy.expiry_date::text AS "expiryDate", ${creditedSql('premium')} AS "premiumCents",
          ${debitedSql('commission')} AS "commissionCents", ${creditedSql('premium', 'commission')} AS "netCents"
   FROM posted AS entry
   JOIN policy ON policy.policy_number = entry.policy_number
   JOIN seller ON seller.id = policy.seller_id
   WHERE entry.booked_on = :day AND entry.account IN ('premium', 'commission') AND (:insurer::text IS NULL OR entry.insurer = :insurer)
   GROUP BY entry.insurer, entry.booked_on, entry.policy_number, entry.entry_id, entry.turn, entry.kind, entry.product, seller.province, seller.name,
            policy.effective_date, policy.expiry_date
   ORDER BY entry.insurer, entry.policy_number, entry.turn, entry.product`,
  (insurer, day) => ({ day, insurer }),
);

/** Taxable is the premium of the same product in the same entry. */
export const readTaxReport = read.allRows<TaxLine, [period: Period]>(
  null,
  `SELECT entry.province, entry.authority, entry.rate_ppm AS "ratePpm",
          coalesce(-sum(entry.premium_cents), 0)::float8 AS "taxableCents", ${creditedSql('tax')} AS "taxCents"
   FROM (
     SELECT account, amount_cents, province, authority, rate_ppm,
            sum(amount_cents) FILTER (WHERE account = 'premium') OVER (PARTITION BY entry_id, product) AS premium_cents
     FROM posted
     WHERE booked_on BETWEEN :from AND :to AND account IN ('premium', 'tax')) AS entry
   WHERE entry.account = 'tax'
   GROUP BY entry.province, entry.authority, entry.rate_ppm
   ORDER BY entry.province, entry.authority, entry.rate_ppm`,
  ({ from, to }) => ({ from, to }),
);
