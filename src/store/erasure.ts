import { searchWords } from '../domain/applicant/search-name.ts';
import type { ApplicationId } from '../domain/ids.ts';
import { erasedText, eraseInputs, erasePolicy, eraseVin } from '../domain/personal-data/erase-inputs.ts';
import type { ErasableSale, ErasureScope } from '../domain/personal-data/judge-erasure.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { QuoteInputs } from '../domain/quote/quote.ts';
import type { Tx } from './database.ts';
import { isNoView } from './operator-act.ts';
import { ended, isOpen } from './work.ts';

/** A sale that may lose its person, as it stands in this transaction. */
export interface LockedSale extends ErasableSale {
  readonly applicationId: ApplicationId;
  readonly policyNumber: string | null;
}

/**
 * Reads sales, locked against a revision and a bind until the transaction ends. The order of the ids keeps two erasures
 * from waiting for each other.
 */
export async function lockSales(tx: Tx, applicationIds: readonly string[]): Promise<readonly LockedSale[]> {
  await tx.query('SELECT FROM application WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE', [applicationIds]);
  const { rows } = await tx.query<LockedSale>(
    `SELECT application.id AS "applicationId", ${erasableSaleColumns}
     FROM application
     ${erasableSaleJoins}
     WHERE application.id = ANY ($1::uuid[])
     ORDER BY application.id`,
    [applicationIds],
  );
  return rows;
}

/** Something of the sale is not over yet. */
export const isUnderWaySql = `(
  EXISTS (SELECT FROM bind WHERE bind.application_id = application.id AND bind.state = 'running')
  OR EXISTS (SELECT FROM card_payment WHERE card_payment.application_id = application.id
             AND card_payment.status IN ('Pending', 'Authorized', 'Lapsing', 'Binding', 'Reversing'))
  OR EXISTS (SELECT FROM reversal WHERE reversal.application_id = application.id AND ${isOpen('reversal')})
  OR EXISTS (SELECT FROM due_charge WHERE due_charge.application_id = application.id AND ${isOpen('due_charge')})
  OR EXISTS (SELECT FROM settlement_difference WHERE settlement_difference.application_id = application.id
             AND ${isOpen('settlement_difference')})
  OR EXISTS (SELECT FROM mail WHERE mail.policy_number = policy.policy_number AND mail.due_at IS NOT NULL)
  OR EXISTS (SELECT FROM event WHERE event.application_id = application.id AND event.place IS NULL))`;

/** The first day without cover. A product may cover longer than the policy is paid for. */
export const coverEndsOnSql = `least(cancellation.cancelled_on, greatest(policy.expiry_date, (
  SELECT max(policy.effective_date + make_interval(years => (product ->> 'coverageTermInYears')::integer))::date
  FROM json_array_elements(policy.snapshot -> 'products') AS product)))`;

/** What decides about a sale, beside its policy number. */
export const erasableSaleColumns = `policy.policy_number AS "policyNumber",
            application.erased_by IS NOT NULL AS "isErased", ${isUnderWaySql} AS "isUnderWay",
            ${coverEndsOnSql} AS "coverEndsOn"`;

export const erasableSaleJoins = `LEFT JOIN policy ON policy.application_id = application.id
     LEFT JOIN cancellation ON cancellation.policy_number = policy.policy_number`;

export interface NewErasure {
  readonly id: string;
  readonly kind: 'person' | 'retention';
  readonly actor: { readonly kind: 'account' | 'command line' | 'job'; readonly name: string };
  readonly reason: string;
  readonly report: ErasureReport;
}

/** What an erasure did. Holds ids, never a name. */
export interface ErasureReport {
  readonly counts: Readonly<Record<string, number>>;
  readonly sales?: readonly ErasedSale[];
}

export interface ErasedSale {
  readonly applicationId: ApplicationId;
  readonly policyNumber: string | null;
  readonly scope: ErasureScope | 'nothing';
  /** Why nothing, or not all, went; null if all did. */
  readonly why: string | null;
  /** The day from which the rest may go. */
  readonly until: string | null;
}

/** Written before anything is erased: rows of the audit are emptied only by an erasure that is on record. */
export async function insertErasure(tx: Tx, { id, kind, actor, reason, report }: NewErasure): Promise<void> {
  await tx.query(
    'INSERT INTO erasure (id, kind, actor_kind, actor_name, reason, report) VALUES ($1, $2, $3, $4, $5, $6)',
    [id, kind, actor.kind, actor.name, reason, JSON.stringify(report)],
  );
}

export interface ErasureRow {
  readonly id: string;
  readonly kind: NewErasure['kind'];
  readonly actorName: string;
  readonly reason: string;
  readonly report: ErasureReport;
  readonly madeAt: Date;
}

/** Newest first. */
export async function listErasures(
  tx: Tx,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Promise<readonly ErasureRow[]> {
  const { rows } = await tx.query<ErasureRow>(
    `SELECT id, kind, actor_name AS "actorName", reason, report, made_at AS "madeAt"
     FROM erasure
     WHERE $1::uuid IS NULL OR id < $1
     ORDER BY id DESC
     LIMIT $2`,
    [cursor, limit],
  );
  return rows;
}

/** Takes the person, or the ways to reach the person, out of these sales, wherever they are kept. */
export async function eraseSales(
  tx: Tx,
  erasureId: string,
  scope: ErasureScope,
  applicationIds: readonly string[],
): Promise<void> {
  if (applicationIds.length === 0) return;
  const isWhole = scope === 'person';
  await eraseQuotes(tx, erasureId, scope, applicationIds);
  await erasePolicies(tx, scope, applicationIds);
  for (const sql of isWhole ? [...contactSql, ...personSql] : contactSql) await tx.query(sql, [applicationIds]);
  for (const sql of isWhole ? [...contactByErasureSql, ...personByErasureSql] : contactByErasureSql)
    await tx.query(sql, [applicationIds, erasureId]);
}

async function eraseQuotes(
  tx: Tx,
  erasureId: string,
  scope: ErasureScope,
  applicationIds: readonly string[],
): Promise<void> {
  const { rows } = await tx.query<{ id: string; inputs: QuoteInputs }>(
    'SELECT id, inputs FROM application WHERE id = ANY ($1::uuid[])',
    [applicationIds],
  );
  await tx.query(
    `UPDATE application
     SET inputs = erased.inputs, applicant_email = '',
         applicant_name = CASE WHEN $4 THEN '' ELSE applicant_name END,
         vin = CASE WHEN $4 THEN erased.vin ELSE application.vin END,
         erased_by = CASE WHEN $4 THEN $5::uuid ELSE application.erased_by END
     FROM unnest($1::uuid[], $2::json[], $3::text[]) AS erased (id, inputs, vin)
     WHERE application.id = erased.id`,
    [
      rows.map(({ id }) => id),
      rows.map(({ inputs }) => JSON.stringify(eraseInputs(inputs, scope))),
      rows.map(({ inputs }) => eraseVin(inputs.vehicle.vin)),
      scope === 'person',
      erasureId,
    ],
  );
  await eraseRevisions(tx, applicationIds);
}

/** Earlier quotes were not bound: no book needs anything of their person. */
async function eraseRevisions(tx: Tx, applicationIds: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ id: string; revision: number; inputs: QuoteInputs }>(
    'SELECT application_id AS id, revision, inputs FROM application_revision WHERE application_id = ANY ($1::uuid[])',
    [applicationIds],
  );
  await tx.query(
    `UPDATE application_revision AS earlier
     SET inputs = erased.inputs, vin = erased.vin
     FROM unnest($1::uuid[], $2::integer[], $3::json[], $4::text[]) AS erased (id, revision, inputs, vin)
     WHERE earlier.application_id = erased.id AND earlier.revision = erased.revision`,
    [
      rows.map(({ id }) => id),
      rows.map(({ revision }) => revision),
      rows.map(({ inputs }) => JSON.stringify(eraseInputs(inputs, 'person'))),
      rows.map(({ inputs }) => eraseVin(inputs.vehicle.vin)),
    ],
  );
}

async function erasePolicies(tx: Tx, scope: ErasureScope, applicationIds: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ id: string; snapshot: Policy; amended: Policy | null }>(
    'SELECT policy_number AS id, snapshot, amended FROM policy WHERE application_id = ANY ($1::uuid[]) FOR UPDATE',
    [applicationIds],
  );
  // The approval code of a card stays, as the key of the processor's books; what a partner or an operator wrote goes.
  await tx.query(
    `UPDATE policy
     SET snapshot = erased.snapshot, amended = erased.amended, email_address = NULL,
         partner_reference = CASE WHEN $3 THEN NULL ELSE partner_reference END,
         reference = CASE WHEN $3 AND (card_payment_id IS NULL OR EXISTS (
                            SELECT FROM due_charge
                            WHERE due_charge.card_payment_id = policy.card_payment_id AND settled_reference IS NOT NULL))
                          THEN NULL ELSE reference END
     FROM unnest($1::text[], $2::json[], $4::json[]) AS erased (id, snapshot, amended)
     WHERE policy.policy_number = erased.id`,
    [
      rows.map(({ id }) => id),
      rows.map(({ snapshot }) => JSON.stringify(erasePolicy(snapshot, scope))),
      scope === 'person',
      rows.map(({ amended }) => amended && JSON.stringify(erasePolicy(amended, scope))),
    ],
  );
  await eraseVersions(tx, scope, applicationIds);
}

/** The versions of amended policies. */
async function eraseVersions(tx: Tx, scope: ErasureScope, applicationIds: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ id: string; number: number; snapshot: Policy }>(
    'SELECT policy_number AS id, number, snapshot FROM amendment WHERE application_id = ANY ($1::uuid[])',
    [applicationIds],
  );
  await tx.query(
    `UPDATE amendment
     SET snapshot = erased.snapshot, reason = ''
     FROM unnest($1::text[], $2::integer[], $3::json[]) AS erased (id, number, snapshot)
     WHERE amendment.policy_number = erased.id AND amendment.number = erased.number`,
    [
      rows.map(({ id }) => id),
      rows.map(({ number }) => number),
      rows.map(({ snapshot }) => JSON.stringify(erasePolicy(snapshot, scope))),
    ],
  );
}

const policiesSql = 'SELECT policy_number FROM policy WHERE application_id = ANY ($1::uuid[])';
const documentsSql = `SELECT id FROM document WHERE policy_number IN (${policiesSql})`;

/** What a mail's row keeps when its address goes: that it was sent, when, and which documents it had. */
export const eraseAddress = `to_address = 'erased ' || mail.id, facts = NULL, content = NULL, last_error = NULL`;
/** Whether a mail still has its address. */
export const hasAddress = `mail.to_address NOT LIKE 'erased %'`;
/** A mail's address as it is shown. */
export const shownAddress = `CASE WHEN ${hasAddress} THEN mail.to_address ELSE '${erasedText}' END`;

// A mail that did not arrive is not tried again.
const contactSql = [
  `UPDATE mail SET ${ended}, is_dropped = true
   WHERE policy_number IN (${policiesSql}) AND given_up_at IS NOT NULL`,
  `UPDATE mail SET ${eraseAddress} WHERE policy_number IN (${policiesSql})`,
  `UPDATE cancellation SET reason = '' WHERE policy_number IN (${policiesSql})`,
  `UPDATE cancellation_request SET note = NULL, decision_reason = CASE WHEN decision_reason IS NOT NULL THEN '' END
   WHERE policy_number IN (${policiesSql})`,
];

// The contract promises to keep events for 90 days; a later one names no person, and goes with its own time.
const personSql = [
  `UPDATE card_payment SET masked_card_number = NULL, card_token = NULL WHERE application_id = ANY ($1::uuid[])`,
  `UPDATE bind SET agreed = (agreed::jsonb || '{"paymentReference": null}')::json, last_error = NULL
   WHERE application_id = ANY ($1::uuid[])`,
  `UPDATE reversal SET settled_reference = '${erasedText}'
   WHERE application_id = ANY ($1::uuid[]) AND settled_reference IS NOT NULL`,
  `UPDATE due_charge SET settled_reference = '${erasedText}'
   WHERE application_id = ANY ($1::uuid[]) AND settled_reference IS NOT NULL`,
  `UPDATE settlement_difference SET settled_reference = '${erasedText}'
   WHERE application_id = ANY ($1::uuid[]) AND settled_reference IS NOT NULL`,
  `DELETE FROM disclosure WHERE application_id = ANY ($1::uuid[])`,
  `WITH told AS (
     DELETE FROM event WHERE application_id = ANY ($1::uuid[]) AND created_at < now() - interval '90 days' RETURNING id
   )
   DELETE FROM webhook_delivery USING told WHERE webhook_delivery.event_id = told.id`,
];

const contactByErasureSql = [emptyRows('operator_act', `, reason = ''`)];

// The document first: whoever prints it just now then finds it erased, or has stored its bytes before they are deleted.
const personByErasureSql = [
  `UPDATE document SET erased_by = $2 WHERE policy_number IN (${policiesSql})`,
  `DELETE FROM document_content WHERE document_id IN (${documentsSql}) AND $2::uuid IS NOT NULL`,
  emptyRows('audit', ''),
];

function emptyRows(trail: 'audit' | 'operator_act', more: string): string {
  return `UPDATE ${trail} SET facts = '{}', salt = NULL, erased_by = $2${more}
          WHERE application_id = ANY ($1::uuid[]) AND erased_by IS NULL AND place IS NOT NULL`;
}

/** How a person is named in free text and in a search. */
export interface PersonNames {
  /** `marie tremblay`, in lower case. */
  readonly fullName: string;
  /** As a search writes it: last name first, without accents. */
  readonly searchName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
}

/**
 * Empties acts that belong to no sale and name a person in their reason or facts: an export of what a search for the
 * person found.
 */
export async function eraseActsNaming(tx: Tx, erasureId: string, people: readonly PersonNames[]): Promise<void> {
  const words = people.flatMap(({ fullName, emailAddress, phoneNumber }) => [fullName, emailAddress, phoneNumber]);
  const { rows } = await tx.query<{ id: string; search: string; isNaming: boolean }>(
    `SELECT id, coalesce(facts #>> '{filters,search}', '') AS search, is_naming AS "isNaming"
     FROM operator_act, LATERAL (
       SELECT EXISTS (SELECT FROM unnest($1::text[]) AS word
                      WHERE strpos(lower(reason || ' ' || facts::text), word) > 0) AS is_naming) AS read
     WHERE ${isNoView} AND application_id IS NULL AND erased_by IS NULL AND place IS NOT NULL
       AND (is_naming OR facts #>> '{filters,search}' IS NOT NULL)`,
    [words.filter((word) => word.trim().length >= wordLengthMin)],
  );
  const isFound = (search: string): boolean =>
    search.length >= wordLengthMin && people.some(({ searchName }) => searchName.startsWith(search));
  const ids = rows.filter(({ search, isNaming }) => isNaming || isFound(searchWords(search))).map(({ id }) => id);
  await tx.query(
    `UPDATE operator_act SET facts = '{}', reason = '', salt = NULL, erased_by = $2 WHERE id = ANY ($1::uuid[])`,
    [ids, erasureId],
  );
}

// Two letters stand in too many other words.
const wordLengthMin = 3;
