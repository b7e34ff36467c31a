import type { LedgerDifferenceKind, OurMoney } from '../../domain/books/ledger-comparison.ts';
import type { PayoutParty } from '../../domain/books/payout-line.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import { isPaidBy, paymentMethods } from '../../domain/payment-method.ts';
import { read, write } from '../statement.ts';
import { endedSql } from '../work/work.ts';
import { isNotVoidedSql } from './expected-entries.ts';

/*
 * The daily comparison with the parties' own ledgers: which sales it is about, under which keys a party may have taken
 * money for them, and what our books have. What differs is a row of settlement_difference without a file.
 */

/** Whose money may have moved in these days, or differed before. A twenty-fourth of them, or all. */
export interface SalesAsked {
  readonly party: PayoutParty;
  readonly days: number;
  /** It is from 0 to 23; null compares all. */
  readonly part: number | null;
}

// An id begins with its time: a payment that was started in these days, whatever came of it.
const sinceSql = `now() - make_interval(days => :days)`;
const firstIdSql = `uuidv7(make_interval(days => -:days))`;

/** The sales in question, as a CTE. The last digits of an id are random: each sale has its hour of the day. */
const salesSql = `
  moved AS (
    SELECT application_id FROM ledger_entry WHERE recorded_at >= ${sinceSql}
    UNION
    SELECT application_id FROM card_payment WHERE id >= ${firstIdSql}
    UNION
    SELECT application_id FROM due_charge WHERE given_up_at IS NOT NULL AND given_up_at >= ${sinceSql}
    UNION
    SELECT application_id FROM settlement_difference WHERE file_id IS NULL AND party = :party AND given_up_at IS NOT NULL
  ), sale AS (
    SELECT application_id
    FROM moved
    WHERE application_id IS NOT NULL
      AND (:part::integer IS NULL OR ('x' || right(application_id::text, 4))::bit(16)::integer % 24 = :part::integer)
  )`;

export interface KeyToAsk {
  readonly applicationId: ApplicationId;
  readonly key: string;
}

/**
 * The keys under which the processor may have charged: a hold has one, a saved card one for each try. A link's card
 * takes over the charge with its tries.
 */
export const readChargeKeys = read.allRows<KeyToAsk, [asked: SalesAsked & { readonly processor: string }]>(
  null,
  `WITH ${salesSql}
   SELECT DISTINCT payment.application_id AS "applicationId",
          CASE WHEN payment.hold_cents > 0 THEN payment.id::text ELSE payment.id || '.' || tries.try END AS key
   FROM sale
   JOIN card_payment AS payment USING (application_id)
   CROSS JOIN LATERAL generate_series(
     0, coalesce((SELECT max(due_charge.tries) FROM due_charge WHERE due_charge.application_id = payment.application_id), 0)) AS tries (try)
   WHERE payment.processor = :processor AND payment.reference IS NOT NULL
   ORDER BY payment.application_id, key`,
  ({ party, days, part, processor }) => ({ party, days, part, processor }),
);

/** The policy numbers under which the lender may have written a loan, and whether a policy came of it. */
export const readLoanKeys = read.allRows<KeyToAsk & { readonly isOfPolicy: boolean }, [asked: SalesAsked]>(
  null,
  `WITH ${salesSql}
   SELECT application_id AS "applicationId", bind.policy_number AS key,
          EXISTS (SELECT FROM policy WHERE policy.policy_number = bind.policy_number) AS "isOfPolicy"
   FROM sale
   JOIN bind USING (application_id)
   WHERE bind.payment_method = ANY (:loanMethods::text[])
   ORDER BY application_id`,
  ({ party, days, part }) => ({ party, days, part, loanMethods }),
);

const loanMethods = paymentMethods.filter((method) => isPaidBy('loan', method));

/** The database's time, by which entries are dated. */
export const readMoment = read.onlyValue<string>(null, 'SELECT now()::text');

/**
 * What of these sales is under way, or has changed since the party was asked: it is compared another day.
 */
export const readUnderWay = read.allValues<
  ApplicationId,
  [{ readonly applicationIds: readonly ApplicationId[]; readonly since: string }]
>(
  null,
  `SELECT application_id
   FROM unnest(:applicationIds::uuid[]) AS asked (application_id)
   WHERE EXISTS (SELECT FROM bind WHERE bind.application_id = asked.application_id AND bind.state = 'running')
      OR EXISTS (SELECT FROM due_charge WHERE due_charge.application_id = asked.application_id AND due_charge.state = 'charging')
      OR EXISTS (SELECT FROM reversal WHERE reversal.application_id = asked.application_id AND reversal.progress = 'begun')
      OR EXISTS (SELECT FROM card_payment
                 WHERE card_payment.application_id = asked.application_id AND card_payment.status = 'Binding')
      OR EXISTS (SELECT FROM ledger_entry AS entry
                 WHERE entry.application_id = asked.application_id AND entry.recorded_at >= :since::timestamptz)`,
);

const ofChargeSql = (kind: string): string => `
  (SELECT coalesce(sum(entry.amount_cents), 0)
   FROM ledger_entry AS entry
   WHERE entry.application_id = charge.application_id AND entry.party_reference = charge.reference AND entry.kind = '${kind}' AND ${isNotVoidedSql})`;

/** What the books have of the processor, charge by charge. What a person gave back another way is not its. */
export const readOurCharges = read.allRows<OurMoney, [{ readonly applicationIds: readonly ApplicationId[] }]>(
  null,
  `SELECT charge.application_id AS "applicationId", charge.reference, charge.key, charge.cents::float8 AS "takenCents",
          ${ofChargeSql('refund')}::float8 AS "givenBackCents", ${ofChargeSql('refund-returned')}::float8 AS "cameBackCents",
          (${ofChargeSql('dispute-opened')} - ${ofChargeSql('dispute-won')})::float8 AS "disputedCents",
          (SELECT coalesce(sum(by_hand.amount_cents - by_hand.not_owed_cents), 0)
           FROM reversal AS by_hand
           JOIN ledger_entry AS paid ON paid.id = by_hand.payment_entry_id
           WHERE paid.application_id = charge.application_id AND paid.party_reference = charge.reference AND paid.kind = 'charge'
             AND by_hand.payee = 'Customer' AND by_hand.progress = 'done')::float8 AS "byHandCents"
   FROM (
     SELECT entry.application_id, entry.party_reference AS reference, min(entry.party_key) AS key, sum(entry.amount_cents) AS cents
     FROM ledger_entry AS entry
     WHERE entry.application_id = ANY (:applicationIds::uuid[]) AND entry.kind = 'charge' AND ${isNotVoidedSql}
     GROUP BY entry.application_id, entry.party_reference
   ) AS charge`,
);

/** What the books have of the lender. Of a loan that made no policy, only what was not taken back. */
export const readOurLoans = read.allRows<OurMoney, [{ readonly applicationIds: readonly ApplicationId[] }]>(
  null,
  `SELECT bind.application_id AS "applicationId", bind.policy_number AS reference, bind.policy_number AS key,
          (CASE WHEN policy.policy_number IS NULL THEN lent.cents - lent.back_cents ELSE lent.cents END)::float8 AS "takenCents",
          (CASE WHEN policy.policy_number IS NULL THEN 0 ELSE lent.back_cents END)::float8 AS "givenBackCents", 0::float8 AS "cameBackCents",
          0::float8 AS "disputedCents", 0::float8 AS "byHandCents"
   FROM bind
   LEFT JOIN policy ON policy.application_id = bind.application_id
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(posting.amount_cents) FILTER (WHERE entry.kind <> 'loan-ended'), 0) AS cents,
            coalesce(-sum(posting.amount_cents) FILTER (WHERE entry.kind = 'loan-ended'), 0) AS back_cents
     FROM ledger_entry AS entry
     JOIN ledger_posting AS posting ON posting.entry_id = entry.id AND posting.account = 'lender'
     WHERE entry.application_id = bind.application_id AND ${isNotVoidedSql}
   ) AS lent
   WHERE bind.application_id = ANY (:applicationIds::uuid[])`,
);

/** What differs of a party, as JSON rows, and what agrees: all that was compared and is not among them. */
export interface ComparedLedger {
  readonly party: PayoutParty;
  readonly differences: readonly {
    readonly applicationId: ApplicationId;
    readonly kind: LedgerDifferenceKind;
    readonly reference: string;
    readonly bookedCents: number;
    readonly toldCents: number;
  }[];
  readonly compared: readonly { readonly kind: LedgerDifferenceKind; readonly reference: string }[];
}

/**
 * A difference that has gone is over. One that a person has settled stays so while both sides stay as they were. Returns
 * how many are new, or differ in another way than before.
 */
export const writeLedgerDifferences = write.countsRows<[compared: ComparedLedger]>(
  null,
  `WITH found AS (
     SELECT * FROM json_to_recordset(:differences::json) AS found (
       "applicationId" uuid, kind text, reference text, "bookedCents" bigint, "toldCents" bigint)
   ), compared AS (
     SELECT * FROM json_to_recordset(:compared::json) AS compared (kind text, reference text)
   ), gone AS (
     UPDATE settlement_difference AS known SET ${endedSql}
     FROM compared
     WHERE known.file_id IS NULL AND known.party = :party AND known.kind = compared.kind AND known.reference = compared.reference
       AND known.given_up_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM found WHERE found.kind = known.kind AND found.reference = known.reference)
   )
   INSERT INTO settlement_difference AS known (party, kind, reference, application_id, policy_number, seller_id, booked_cents, settled_cents,
                                               due_at, given_up_at, failure, last_error)
   SELECT :party, found.kind, found.reference, application.id, policy.policy_number, application.seller_id, found."bookedCents",
          found."toldCents", NULL, now(), 'unreconciled',
          CASE found.kind WHEN 'back twice' THEN 'refunded and disputed ' ELSE 'the ' || :party::text || ' says ' || found.kind || ' ' END
          || to_char(found."toldCents" / 100.0, 'FM999999990.00')
          || CASE found.kind WHEN 'back twice' THEN ' of a charge of ' ELSE ', the books have ' END
          || to_char(found."bookedCents" / 100.0, 'FM999999990.00') || ', reference ' || found.reference
   FROM found
   JOIN application ON application.id = found."applicationId"
   LEFT JOIN policy ON policy.application_id = application.id
   ON CONFLICT (party, kind, reference) WHERE file_id IS NULL DO UPDATE
   SET booked_cents = excluded.booked_cents, settled_cents = excluded.settled_cents, due_at = NULL, given_up_at = now(),
       failure = excluded.failure, last_error = excluded.last_error, settled_reference = NULL
   WHERE (known.booked_cents, known.settled_cents) IS DISTINCT FROM (excluded.booked_cents, excluded.settled_cents)
      OR (known.given_up_at IS NULL AND known.settled_reference IS NULL)`,
  ({ party, differences, compared }) => ({
    party,
    differences: JSON.stringify(differences),
    compared: JSON.stringify(compared),
  }),
);
