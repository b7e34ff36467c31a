import type { ApplicationId } from '../../domain/ids.ts';
import { actorKinds } from '../../domain/operator/operator.ts';
import { erasedText, eraseInputs, erasePolicy, eraseVin } from '../../domain/person/erase-inputs.ts';
import type { ErasableSale, ErasureScope } from '../../domain/person/judge-erasure.ts';
import { plainWords } from '../../domain/plain-words.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import { isNotViewSql } from '../audit/operator-act.ts';
import type { Tx } from '../database.ts';
import type { StoredInputs } from '../quote/stored-quote.ts';
import { read, sendWrite, write } from '../statement.ts';
import { endedSql, isOpenSql, notFailedSql } from '../work/work.ts';

/** A sale that may lose its person, as it stands in this transaction. */
export interface LockedSale extends ErasableSale {
  readonly applicationId: ApplicationId;
  readonly policyNumber: string | null;
}

/**
 * Reads sales, locked against a revision and a bind until the transaction ends. The order of the ids keeps two erasures
 * from waiting for each other. Policies come first, as for whoever decides about one after the sale.
 */
export async function lockSales(tx: Tx, applicationIds: readonly string[]): Promise<readonly LockedSale[]> {
  await lockPoliciesOf(tx, { applicationIds });
  await lockApplications(tx, { applicationIds });
  return readErasableSales(tx, { applicationIds });
}

type Sales = [{ readonly applicationIds: readonly string[] }];

const lockPoliciesOf = write.runs<Sales>(
  null,
  'SELECT FROM policy WHERE application_id = ANY (:applicationIds::uuid[]) ORDER BY application_id FOR UPDATE',
);

const lockApplications = write.runs<Sales>(
  null,
  'SELECT FROM application WHERE id = ANY (:applicationIds::uuid[]) ORDER BY id FOR UPDATE',
);

/** Something of the sale is not over yet. */
export const isUnderWaySql = `(
  EXISTS (SELECT FROM bind WHERE bind.application_id = application.id AND bind.state = 'running')
  OR EXISTS (SELECT FROM card_payment WHERE card_payment.application_id = application.id
             AND card_payment.status IN ('Pending', 'Authorized', 'Releasing', 'Binding', 'Reversing'))
  OR EXISTS (SELECT FROM reversal WHERE reversal.application_id = application.id AND ${isOpenSql('reversal')})
  OR EXISTS (SELECT FROM due_charge WHERE due_charge.application_id = application.id AND ${isOpenSql('due_charge')})
  OR EXISTS (SELECT FROM cancellation WHERE cancellation.application_id = application.id AND ${isOpenSql('cancellation')})
  OR EXISTS (SELECT FROM settlement_difference WHERE settlement_difference.application_id = application.id
             AND ${isOpenSql('settlement_difference')})
  OR EXISTS (SELECT FROM sale_link_purchase WHERE sale_link_purchase.application_id = application.id
             AND sale_link_purchase.due_at IS NOT NULL)
  OR policy.money_status IS NOT DISTINCT FROM 'Disputed'
  OR EXISTS (SELECT FROM mail WHERE mail.policy_number = policy.policy_number AND mail.due_at IS NOT NULL)
  OR EXISTS (SELECT FROM event WHERE event.application_id = application.id AND event.place IS NULL))`;

/** The first day without cover. */
export const coverEndsOnSql = 'least(cancellation.cancelled_on, policy.cover_ends_on)';

/** What decides about a sale, beside its policy number. */
export const erasableSaleColumnsSql = `policy.policy_number AS "policyNumber",
            application.erased_by IS NOT NULL AS "isErased", ${isUnderWaySql} AS "isUnderWay",
            ${coverEndsOnSql} AS "coverEndsOn"`;

export const erasableSaleJoinsSql = `LEFT JOIN policy ON policy.application_id = application.id
     LEFT JOIN cancellation ON cancellation.policy_number = policy.policy_number`;

const readErasableSales = read.allRows<LockedSale, Sales>(
  null,
  `SELECT application.id AS "applicationId", ${erasableSaleColumnsSql}
   FROM application
   ${erasableSaleJoinsSql}
   WHERE application.id = ANY (:applicationIds::uuid[])
   ORDER BY application.id`,
);

/** A person asked, or its time was over. */
export const erasureKinds = ['person', 'retention'] as const;
export const erasureActorKinds = [...actorKinds, 'job'] as const;

export interface NewErasure {
  readonly id: string;
  readonly kind: (typeof erasureKinds)[number];
  readonly actor: { readonly kind: (typeof erasureActorKinds)[number]; readonly name: string };
  readonly reason: string;
  readonly report: ErasureReport;
}

/** What an erasure did. Holds ids, never a name. */
export interface ErasureReport {
  readonly counts: Readonly<Record<string, number>>;
  readonly sales?: readonly ErasedSale[];
}

export interface ErasedSale extends Pick<LockedSale, 'applicationId' | 'policyNumber'> {
  readonly scope: ErasureScope | 'nothing';
  /** Why nothing, or not all, went; null if all did. */
  readonly why: string | null;
  /** The day from which the rest may go. */
  readonly until: string | null;
}

/** Written before anything is erased: rows of the audit are emptied only by an erasure that is on record. */
export const insertErasure = write.runs(
  null,
  'INSERT INTO erasure (id, kind, actor_kind, actor_name, reason, report) VALUES (:id, :kind, :actorKind, :name, :reason, :report)',
  (made: NewErasure) => ({
    id: made.id,
    kind: made.kind,
    actorKind: made.actor.kind,
    name: made.actor.name,
    reason: made.reason,
    report: JSON.stringify(made.report),
  }),
);

export interface ErasureRow {
  readonly id: string;
  readonly kind: NewErasure['kind'];
  readonly actorName: string;
  readonly reason: string;
  readonly report: ErasureReport;
  readonly madeAt: Date;
}

/** Lists the newest first. */
export const listErasures = read.allRows<
  ErasureRow,
  [page: { readonly cursor: string | null; readonly limit: number }]
>(
  null,
  `SELECT id, kind, actor_name AS "actorName", reason, report, made_at AS "madeAt"
   FROM erasure
   WHERE :cursor::uuid IS NULL OR id < :cursor
   ORDER BY id DESC
   LIMIT :limit`,
  ({ cursor, limit }) => ({ cursor, limit }),
);

/** Takes the person, or the ways to reach the person, out of these sales, wherever they are kept. */
export async function eraseSales(
  tx: Tx,
  erasureId: string,
  scope: ErasureScope,
  applicationIds: readonly string[],
): Promise<void> {
  if (applicationIds.length === 0) return;
  const isWhole = scope === 'person';
  const erasedBy = isWhole ? erasureId : null;
  for (const { scope: ownScope = scope, read, write } of rewritings) {
    const { rows } = await sendWrite<Kept>(tx, read, { applicationIds });
    const erased = JSON.stringify(rows.map((row) => ({ ...erase(row, ownScope), erasedBy })));
    await sendWrite(tx, write, { erased });
  }
  for (const sql of isWhole ? [...contactSql, ...personSql] : contactSql)
    await sendWrite(tx, sql, { applicationIds, erasureId });
}

/** What a sale keeps of its person as JSON, with what names its row. */
interface Kept {
  readonly id: string;
  readonly inputs?: StoredInputs;
  readonly snapshot?: Policy;
  readonly amended?: Policy | null;
}

function erase({ inputs, snapshot, amended, ...key }: Kept, scope: ErasureScope): object {
  const policy = {
    snapshot: snapshot && erasePolicy(snapshot, scope),
    amended: amended && erasePolicy(amended, scope),
  };
  if (inputs !== undefined) {
    const { partnerReference: _, ...erased } = eraseInputs({ ...inputs, partnerReference: null }, scope);
    return { ...key, inputs: erased, vin: eraseVin(inputs.vehicle.vin) };
  }
  return { ...key, ...policy, vin: (policy.amended ?? policy.snapshot)?.inputs.vehicle.vin };
}

interface Rewriting {
  readonly scope?: ErasureScope;
  readonly read: string;
  /** `:erased` has a row for each one read, and its `erasedBy` is null if the person stays. */
  readonly write: string;
}

const rewritings: readonly Rewriting[] = [
  {
    read: 'SELECT id, inputs FROM application WHERE id = ANY (:applicationIds::uuid[])',
    write: `
      UPDATE application
      SET inputs = erased.inputs,
          vin = CASE WHEN "erasedBy" IS NOT NULL THEN erased.vin ELSE application.vin END,
          partner_reference = CASE WHEN "erasedBy" IS NULL THEN application.partner_reference END,
          erased_by = coalesce("erasedBy", application.erased_by)
      FROM json_to_recordset(:erased) AS erased (id uuid, inputs json, vin text, "erasedBy" uuid)
      WHERE application.id = erased.id`,
  },
  {
    // Earlier quotes were not bound: no book needs anything of their person.
    scope: 'person',
    read: 'SELECT application_id AS id, revision, inputs FROM application_revision WHERE application_id = ANY (:applicationIds::uuid[])',
    write: `
      UPDATE application_revision AS earlier
      SET inputs = erased.inputs, vin = erased.vin
      FROM json_to_recordset(:erased) AS erased (id uuid, revision integer, inputs json, vin text)
      WHERE earlier.application_id = erased.id AND earlier.revision = erased.revision`,
  },
  {
    read: 'SELECT policy_number AS id, snapshot, amended FROM policy WHERE application_id = ANY (:applicationIds::uuid[]) FOR UPDATE',
    // The approval code of a card stays, as the key of the processor's books; what a partner or an operator wrote goes.
    write: `
      UPDATE policy
      SET snapshot = erased.snapshot, amended = erased.amended, vin = erased.vin, email_address = NULL,
          partner_reference = CASE WHEN "erasedBy" IS NOT NULL THEN NULL ELSE partner_reference END,
          reference = CASE WHEN "erasedBy" IS NOT NULL AND card_payment_id IS NULL THEN NULL ELSE reference END
      FROM json_to_recordset(:erased) AS erased (id text, snapshot json, amended json, vin text, "erasedBy" uuid)
      WHERE policy.policy_number = erased.id`,
  },
  {
    read: 'SELECT policy_number AS id, number, snapshot FROM amendment WHERE application_id = ANY (:applicationIds::uuid[])',
    write: `
      UPDATE amendment
      SET snapshot = erased.snapshot, reason = ''
      FROM json_to_recordset(:erased) AS erased (id text, number integer, snapshot json)
      WHERE amendment.policy_number = erased.id AND amendment.number = erased.number`,
  },
];

const policiesSql = 'SELECT policy_number FROM policy WHERE application_id = ANY (:applicationIds::uuid[])';
const documentsSql = `SELECT id FROM document WHERE policy_number IN (${policiesSql})`;

/** What a mail's row keeps when its address goes: that it was sent, when, and which documents it had. */
export const eraseAddressSql = `to_address = NULL, erased_at = now(), facts = NULL, content = NULL, ${notFailedSql}`;
/** A mail's address as it is shown. */
export const shownAddressSql = `coalesce(mail.to_address, '${erasedText}')`;

// No further try is made of a mail that failed. The person stays to be found by name and VIN.
const contactSql = [
  `UPDATE application_words
   SET words = array_to_tsvector(ARRAY(SELECT word FROM unnest(tsvector_to_array(words)) AS word WHERE left(word, 2) NOT IN ('e:', 'p:')))
   WHERE application_id = ANY (:applicationIds::uuid[])`,
  `UPDATE mail SET ${endedSql}, is_dropped = true
   WHERE policy_number IN (${policiesSql}) AND given_up_at IS NOT NULL`,
  `UPDATE mail SET ${eraseAddressSql} WHERE policy_number IN (${policiesSql}) AND erased_at IS NULL`,
  `UPDATE sale_link_purchase SET to_address = '', content = NULL, ${endedSql}
   WHERE application_id = ANY (:applicationIds::uuid[])`,
  // What was typed on its page, and is kept there until it is opened after the bind. What was bought, the policy knows.
  `UPDATE sale_link SET sale = '{}', words = '{}', revision = revision + 1 WHERE application_id = ANY (:applicationIds::uuid[])`,
  `UPDATE cancellation SET reason = '' WHERE policy_number IN (${policiesSql})`,
  `UPDATE withdrawn_cancellation SET reason = '' WHERE policy_number IN (${policiesSql})`,
  `UPDATE cancellation_request SET note = NULL, decision_reason = CASE WHEN decision_reason IS NOT NULL THEN '' END
   WHERE policy_number IN (${policiesSql})`,
  emptyRowsSql('operator_act', `, reason = ''`),
];

// The contract promises to keep events for 90 days; a later one names no person, and goes with its own time.
const personSql = [
  `UPDATE application_words SET words = '' WHERE application_id = ANY (:applicationIds::uuid[])`,
  `UPDATE card_payment SET masked_card_number = NULL, card_token = NULL WHERE application_id = ANY (:applicationIds::uuid[])`,
  `UPDATE bind SET agreed = (agreed::jsonb || '{"paymentReference": null}')::json, ${notFailedSql}
   WHERE application_id = ANY (:applicationIds::uuid[])`,
  `UPDATE reversal SET settled_reference = '${erasedText}'
   WHERE application_id = ANY (:applicationIds::uuid[]) AND settled_reference IS NOT NULL`,
  `UPDATE entry_reference SET reference = '${erasedText}'
   FROM ledger_entry
   WHERE ledger_entry.id = entry_reference.entry_id AND ledger_entry.application_id = ANY (:applicationIds::uuid[])`,
  `UPDATE settlement_difference SET settled_reference = '${erasedText}'
   WHERE application_id = ANY (:applicationIds::uuid[]) AND settled_reference IS NOT NULL`,
  // Whoever has its URL sees what was filled in: the link goes with the person.
  `UPDATE sale_link SET partner_reference = NULL, withdrawn_at = coalesce(withdrawn_at, now())
   WHERE application_id = ANY (:applicationIds::uuid[])`,
  `DELETE FROM disclosure WHERE application_id = ANY (:applicationIds::uuid[])`,
  `WITH erased AS (
     DELETE FROM event
     WHERE application_id = ANY (:applicationIds::uuid[]) AND place IS NOT NULL AND created_at < now() - interval '90 days'
     RETURNING id
   )
   DELETE FROM webhook_delivery USING erased WHERE webhook_delivery.event_id = erased.id`,
  // The document first: whoever prints it just now then finds it erased, or has stored its bytes before they are deleted.
  `UPDATE document SET erased_by = :erasureId WHERE policy_number IN (${policiesSql})`,
  `DELETE FROM document_content WHERE document_id IN (${documentsSql})`,
  emptyRowsSql('audit', ''),
];

function emptyRowsSql(trail: 'audit' | 'operator_act', more: string): string {
  return `UPDATE ${trail} SET facts = '{}', salt = NULL, erased_by = :erasureId${more}
          WHERE application_id = ANY (:applicationIds::uuid[]) AND erased_by IS NULL AND place IS NOT NULL`;
}

/** How a person is named in free text. */
export interface PersonNames {
  /** `marie tremblay`, in lower case. */
  readonly fullName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
}

/**
 * Empties acts that belong to no sale and name a person in their reason or facts: an export of what a search for the
 * person found.
 */
export async function eraseActsNaming(tx: Tx, erasureId: string, people: readonly PersonNames[]): Promise<void> {
  const words = people.flatMap(({ fullName, emailAddress, phoneNumber }) => [fullName, emailAddress, phoneNumber]);
  const rows = await findActsToErase(tx, { words: words.filter((word) => word.trim().length >= wordLengthMin) });
  const names = people.map(({ fullName }) => plainWords(fullName));
  const isFound = (typed: readonly string[]): boolean =>
    typed.join('').length >= wordLengthMin &&
    names.some((name) => typed.every((one) => name.some((word) => word.startsWith(one))));
  const ids = rows.filter(({ search, isNaming }) => isNaming || isFound(plainWords(search))).map(({ id }) => id);
  await emptyActs(tx, { ids, erasureId });
}

const findActsToErase = read.allRows<
  { readonly id: string; readonly search: string; readonly isNaming: boolean },
  [{ readonly words: readonly string[] }]
>(
  null,
  `SELECT id, coalesce(facts #>> '{filters,search}', '') AS search, is_naming AS "isNaming"
   FROM operator_act, LATERAL (
     SELECT EXISTS (SELECT FROM unnest(:words::text[]) AS word
                    WHERE strpos(lower(reason || ' ' || facts::text), word) > 0) AS is_naming) AS read
   WHERE ${isNotViewSql} AND application_id IS NULL AND erased_by IS NULL AND place IS NOT NULL
     AND (is_naming OR facts #>> '{filters,search}' IS NOT NULL)`,
);

const emptyActs = write.runs<[{ readonly ids: readonly string[]; readonly erasureId: string }]>(
  null,
  `UPDATE operator_act SET facts = '{}', reason = '', salt = NULL, erased_by = :erasureId WHERE id = ANY (:ids::uuid[])`,
);

// Two letters stand in too many other words.
const wordLengthMin = 3;
