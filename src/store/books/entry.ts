import type { Voided } from '../../domain/books/entry-of.ts';
import type { EntryKind, NewEntry, Posting, Recorder } from '../../domain/books/ledger-entry.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { ApplicationId, EntryId, ReversalId } from '../../domain/ids.ts';
import { read, write } from '../statement.ts';

/*
 * How entries of the books are written: in the transaction of what they tell, so that neither is there without the
 * other. The domain makes them (domain/books/entry-of.ts); their day is the seller's, which the caller knows.
 */

/** Whose money an entry is about, and the seller's day. */
export interface BookedSale {
  /** Null, as the seller, for what a payout file says of the party itself. */
  readonly applicationId: ApplicationId | null;
  /** Null for money that moved without a policy being issued. */
  readonly policyNumber: string | null;
  readonly sellerId: string | null;
  readonly day: PlainDate;
}

/** Records an entry, and returns its turn. One that is there already, by its key, stays as it is: returns null. */
export const insertEntry = write.firstValue<number, [sale: BookedSale, entry: NewEntry]>(
  'insert_ledger_entry',
  `WITH sale AS (
     SELECT :applicationId::uuid AS application_id, :policyNumber::text AS policy_number, :sellerId::uuid AS seller_id
   ), entered AS (
     ${enteredSql({ source: 'sale', json: ':booked', day: ':day' })}
   ), postings AS (
     ${postedSql(':booked')}
   )
   SELECT turn::float8 AS turn FROM entered`,
  ({ applicationId, policyNumber, sellerId, day }, entry) => ({
    applicationId,
    policyNumber,
    sellerId,
    day,
    booked: entriesJson([entry]),
  }),
);

/** An entry as it is to be taken back. */
export interface VoidableEntry extends Voided {
  readonly recordedBy: Recorder;
  /** The reversal that it ended. */
  readonly reversalId: ReversalId | null;
}

export const readVoidable = read.onlyRow<VoidableEntry, [{ readonly id: EntryId }]>(
  'read_voidable_entry',
  `SELECT entry.id, entry.amount_cents::integer AS "amountCents", entry.party_reference AS "partyReference", entry.recorded_by AS "recordedBy",
          (SELECT reversal.id
           FROM reversal
           WHERE reversal.id = CASE WHEN entry.kind = 'refund' THEN substr(entry.key, length('refund ') + 1)::uuid END) AS "reversalId",
          (SELECT coalesce(json_agg(json_build_object('account', account, 'amountCents', amount_cents, 'product', product, 'insurer', insurer,
                                                      'authority', authority, 'province', province, 'ratePpm', rate_ppm,
                                                      'reference', reference) ORDER BY line), '[]')
           FROM ledger_posting
           WHERE entry_id = entry.id) AS postings
   FROM ledger_entry AS entry
   WHERE entry.id = :id`,
);

/** Whether an entry was recorded by mistake and taken back. */
export const isVoidedSql = (entryId: string): string =>
  `EXISTS (SELECT FROM ledger_entry AS voiding WHERE voiding.voids = ${entryId})`;

/** Until the transaction ends, nobody else settles a charge by this reference of the processor's. */
export const lockChargeReference = write.runs<[{ readonly reference: string }]>(
  'lock_charge_reference',
  `SELECT pg_advisory_xact_lock(hashtextextended('charge ' || :reference::text, 0))`,
);

/** Whether a charge that the processor calls so is recorded, of whichever sale. */
export const isChargeRecorded = read.findsRow<[{ readonly reference: string }]>(
  'find_charge_by_reference',
  `SELECT FROM ledger_entry AS entry
   WHERE party_reference = :reference AND kind = 'charge' AND voids IS NULL
     AND NOT ${isVoidedSql('entry.id')}`,
);

/** The payment that was recorded with what an operator typed, and not voided; the latest of several. */
export const listByReference = read.allRows<
  { readonly id: EntryId },
  [{ readonly policyNumber: string; readonly kind: EntryKind; readonly reference: string }]
>(
  'list_entries_by_reference',
  `SELECT entry.id
   FROM ledger_entry AS entry
   JOIN entry_reference ON entry_reference.entry_id = entry.id
   WHERE entry.policy_number = :policyNumber AND entry.kind = :kind AND entry_reference.reference = :reference
     AND NOT EXISTS (SELECT FROM ledger_entry AS voiding WHERE voiding.voids = entry.id)
   ORDER BY entry.turn DESC`,
);

/** Those that were recorded with something else. */
export const listByOtherReference = read.allRows<
  { readonly id: EntryId },
  [{ readonly policyNumber: string; readonly kind: EntryKind; readonly reference: string }]
>(
  'list_entries_by_other_reference',
  `SELECT entry.id
   FROM ledger_entry AS entry
   JOIN entry_reference ON entry_reference.entry_id = entry.id
   WHERE entry.policy_number = :policyNumber AND entry.kind = :kind AND entry_reference.reference <> :reference`,
);

/** What an operator typed of an entry. */
export const writeReference = write.runs<[{ readonly entryId: EntryId; readonly reference: string }]>(
  'write_entry_reference',
  'INSERT INTO entry_reference (entry_id, reference) VALUES (:entryId, :reference)',
);

/** All of SQL. `source` has application_id, policy_number (null without one) and seller_id. */
interface Entered {
  readonly source: string;
  readonly json: string;
  readonly day: string;
}

/**
 * Writes entries, in the order in which they are given, as a part of a statement that writes more: the bind has no round
 * trip for them. The part is called
 * `entered`, and `postedSql` of the same parameter follows it.
 */
export function enteredSql({ source, json, day }: Entered): string {
  return `INSERT INTO ledger_entry (id, application_id, policy_number, seller_id, kind, key, amount_cents, happened_on, booked_on,
                               recorded_by, party_reference, party_key, card_payment_id, payment_entry_id, dispute_id, voids)
     SELECT entry.id, ${source}.application_id, ${source}.policy_number, ${source}.seller_id, entry.kind, entry.key, entry.amount_cents,
            coalesce(entry.happened_on, ${day}::date), ${day}::date, entry.recorded_by, entry.party_reference, entry.party_key,
            entry.card_payment_id, entry.payment_entry_id, entry.dispute_id, entry.voids
     FROM ${source}
     CROSS JOIN ROWS FROM (json_to_recordset((${json})::json -> 'entries') AS (
       id uuid, kind text, key text, amount_cents bigint, happened_on date, recorded_by text, party_reference text, party_key text,
       card_payment_id uuid, payment_entry_id uuid, dispute_id uuid, voids uuid)) WITH ORDINALITY AS entry
     ORDER BY entry.ordinality
     ON CONFLICT (application_id, key) DO NOTHING
     RETURNING id, turn`;
}

/** Writes the postings of the entries that `entered` has written. */
export function postedSql(json: string): string {
  return `INSERT INTO ledger_posting (entry_id, line, account, amount_cents, product, insurer, authority, province, rate_ppm, reference)
     SELECT entered.id, posting.line, posting.account, posting.amount_cents, posting.product, posting.insurer, posting.authority,
            posting.province, posting.rate_ppm, posting.reference
     FROM json_to_recordset((${json})::json -> 'postings') AS posting (
       entry_id uuid, line smallint, account text, amount_cents bigint, product text, insurer text, authority text, province text,
       rate_ppm integer, reference text)
     JOIN entered ON entered.id = posting.entry_id`;
}

/** The parameter that `enteredSql` and `postedSql` read. */
export function entriesJson(booked: readonly NewEntry[]): string {
  return JSON.stringify({
    entries: booked.map(entryRow),
    postings: booked.flatMap(({ id, postings }) => postings.map((posting, at) => postingRow(id, at + 1, posting))),
  });
}

function entryRow(entry: NewEntry) {
  return {
    id: entry.id,
    kind: entry.kind,
    key: entry.key,
    amount_cents: entry.amountCents,
    happened_on: entry.happenedOn,
    recorded_by: entry.recordedBy,
    party_reference: entry.partyReference,
    party_key: entry.partyKey,
    card_payment_id: entry.cardPaymentId,
    payment_entry_id: entry.paymentEntryId,
    dispute_id: entry.disputeId,
    voids: entry.voids,
  };
}

function postingRow(entryId: string, line: number, posting: Posting) {
  return {
    entry_id: entryId,
    line,
    account: posting.account,
    amount_cents: posting.amountCents,
    product: posting.product,
    insurer: posting.insurer,
    authority: posting.authority,
    province: posting.province,
    rate_ppm: posting.ratePpm,
    reference: posting.reference,
  };
}
