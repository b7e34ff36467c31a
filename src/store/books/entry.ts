import type { BookedFact, Entry } from '../../domain/books/account.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import { read, write } from '../statement.ts';

/*
 * How lines of the books are written: in the transaction of their fact, so that neither is there without the other.
 * The domain makes the lines (domain/books/book-facts.ts); their day is the seller's, which the caller knows.
 */

/** Whose sale a fact is of, and the seller's day. */
export interface BookedSale {
  readonly applicationId: ApplicationId;
  /** Null for money that moved without a policy being issued. */
  readonly policyNumber: string | null;
  readonly sellerId: string;
  readonly day: PlainDate;
}

/** The columns of a fact's lines: each is an array with an element for each line. */
const columns = {
  accounts: { type: 'text[]', of: 'account' },
  amounts: { type: 'bigint[]', of: 'amountCents' },
  products: { type: 'text[]', of: 'product' },
  insurers: { type: 'text[]', of: 'insurer' },
  authorities: { type: 'text[]', of: 'authority' },
  provinces: { type: 'text[]', of: 'province' },
  rates_ppm: { type: 'integer[]', of: 'ratePpm' },
  line_references: { type: 'text[]', of: 'reference' },
  card_payment_ids: { type: 'uuid[]', of: 'paymentId' },
} as const satisfies Readonly<Record<string, { readonly type: string; readonly of: keyof Entry }>>;

/** Enters facts. One that is there already stays as it is. */
export const book = write.runs(
  'book',
  `WITH sale AS (
     SELECT :applicationId::uuid AS application_id, :policyNumber::text AS policy_number, :sellerId::uuid AS seller_id
   )
   ${enteredSql({ source: 'sale', json: ':facts', day: ':day::date' })}`,
  ({ applicationId, policyNumber, sellerId, day }: BookedSale, ...facts: readonly BookedFact[]) => ({
    applicationId,
    policyNumber,
    sellerId,
    day,
    facts: factsJson(facts),
  }),
);

/** What the books say that is still to be given back under a key. */
export const owedUnder = read.onlyValue<number, [{ readonly applicationId: ApplicationId; readonly key: string }]>(
  'read_owed_under_key',
  `SELECT coalesce(-sum(amount_cents), 0)::float8
   FROM journal_entry
   WHERE application_id = :applicationId AND account = 'refund' AND reference = :key`,
);

/** The parameter of a statement that `enteredSql` reads. A fact without a line leaves nothing in the books. */
export function factsJson(facts: readonly BookedFact[]): string {
  return JSON.stringify(
    facts
      .filter(({ entries }) => entries.length > 0)
      .map(({ fact, entries }) => ({ fact, party_reference: partyReferenceOf(fact, entries), ...byColumn(entries) })),
  );
}

/** Each column of the lines; those that no line has are left out. */
function byColumn(entries: readonly Entry[]): Readonly<Record<string, readonly unknown[]>> {
  const made: Record<string, readonly unknown[]> = {};
  for (const [name, { of }] of Object.entries(columns))
    if (entries.some((entry) => entry[of] != null)) made[name] = entries.map((entry) => entry[of] ?? null);
  return made;
}

/** A payout file is compared by it, so a fact has one at most. */
function partyReferenceOf(fact: string, entries: readonly Entry[]): string | null {
  const ofParties = entries.filter(({ account }) => account === 'processor' || account === 'lender');
  const references = new Set(ofParties.flatMap(({ reference }) => reference ?? []));
  if (references.size > 1) throw new Error(`The fact ${fact} has more than one reference of a party.`);
  return [...references][0] ?? null;
}

/** All of SQL. `source` has application_id, policy_number (null without one) and seller_id. */
interface Entered {
  readonly source: string;
  readonly json: string;
  readonly day: string;
}

/** As a part of a statement that writes more: the bind has no round trip for it. A fact is one row, with its lines. */
export function enteredSql({ source, json, day }: Entered): string {
  const names = ['party_reference', ...Object.keys(columns)];
  const typed = ['party_reference text', ...Object.entries(columns).map(([name, { type }]) => `${name} ${type}`)];
  return `INSERT INTO booked_fact (application_id, fact, policy_number, seller_id, day, ${names.join(', ')})
     SELECT ${source}.application_id, booked.fact, ${source}.policy_number, ${source}.seller_id, ${day},
            ${names.map((name) => `booked.${name}`).join(', ')}
     FROM ${source}
     CROSS JOIN json_to_recordset((${json})::json) AS booked (fact text, ${typed.join(', ')})
     ON CONFLICT DO NOTHING`;
}
