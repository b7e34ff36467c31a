import { isNotViewSql } from '../audit/operator-act.ts';
import { triesMadeSql } from '../card/due-charge.ts';
import { chargeReadSql } from '../card/listed-charge.ts';
import { mailedPapersSql, paperSaysSql } from '../disclosure/disclosure.ts';
import {
  chargeColumnsSql,
  chargeDateSql,
  chargeSql,
  quotedNameSql,
  refundedSql,
  saleColumnsSql,
  saleJoinsSql,
} from '../list/sale-columns.ts';
import { shownAddressSql } from '../person/erasure.ts';
import { currentPolicySql } from '../policy/current-policy.ts';
import { isFreeSql } from '../work/work.ts';

/** More rows of one kind than a page shows. One more is read, to know whether there are more. */
export const partRowsMax = 500;

/** The parts of a sale, newest first. `:id`: the application. `sold`: its policy. */
const lists = {
  revisions: `
    SELECT revision, rfc3339(revised_at) AS "revisedAt", quoted_on AS "quotedOn", effective_date AS "effectiveDate", series, vin,
           ${quotedNameSql} AS "applicantName", rate_book_version AS "rateBookVersion", tax_table_version AS "taxTableVersion"
    FROM application_revision AS application WHERE application_id = :id ORDER BY revision DESC`,
  payments: `
    SELECT id AS "paymentId", status, coverage_category AS "coverageCategory", payment_term AS "paymentTermInYears",
           product_types AS "productTypes", total_cents AS "totalCents", hold_cents AS "holdCents", ${chargeDateSql('card_payment')} AS "chargeDate",
           ${refundedSql('card_payment')} AS "refundedCents", ${chargeSql('card_payment')} AS charge,
           masked_card_number AS "maskedCardNumber", card_type AS "cardType", was_declined AS "wasDeclined",
           rfc3339(started_at) AS "startedAt", rfc3339(ticket_expires_at) AS "ticketExpiresAt", rfc3339(decided_at) AS "decidedAt",
           rfc3339(authorized_at) AS "authorizedAt", rfc3339(expires_at) AS "expiresAt"
    FROM card_payment WHERE application_id = :id ORDER BY id DESC`,
  papers: `
    SELECT id AS "downloadId", kind, version, request->'text'->'title' AS title, rfc3339(created_at) AS "givenAt", ${paperSaysSql} AS says
    FROM disclosure WHERE application_id = :id ORDER BY last_given_at DESC, id DESC`,
  documents: `
    SELECT document.id AS "documentId", kind, filename, rfc3339(made_at) AS "madeAt", octet_length(bytes) AS bytes,
           texts_version AS "textsVersion"
    FROM document LEFT JOIN document_content ON document_id = document.id
    WHERE policy_number = sold.policy_number ORDER BY document.id`,
  fetches: `
    SELECT document_id AS "documentId", rfc3339(fetched_at) AS "fetchedAt", request_id AS "requestId"
    FROM document JOIN document_fetch ON document_id = document.id
    WHERE policy_number = sold.policy_number ORDER BY fetched_at DESC`,
  mails: `
    SELECT id AS "mailId", kind, number, ${shownAddressSql} AS "to",
           document_ids || CASE WHEN kind = 'policy' THEN ${mailedPapersSql('sold')} ELSE '{}' END AS "documentIds", state, round, attempts,
           rfc3339(due_at) AS "nextAttemptAt", failure, last_error AS "lastCause", subject, rfc3339(sent_at) AS "sentAt",
           content IS NOT NULL AS "isKept"
    FROM mail WHERE policy_number = sold.policy_number ORDER BY id DESC`,
  entries: `
    SELECT entry.id AS "entryId", entry.kind, entry.amount_cents AS "amountCents", entry.happened_on AS "happenedOn",
           rfc3339(entry.recorded_at) AS "recordedAt", entry.recorded_by AS "recordedBy",
           coalesce(entry_reference.reference, entry.party_reference) AS reference, entry.card_payment_id AS "cardPaymentId",
           entry.payment_entry_id AS "paymentId", entry.dispute_id AS "disputeId", void.id IS NOT NULL AS "isVoided"
    FROM ledger_entry AS entry
    LEFT JOIN entry_reference ON entry_reference.entry_id = entry.id
    LEFT JOIN ledger_entry AS void ON void.voids = entry.id
    WHERE entry.application_id = :id AND entry.kind <> 'void'
    ORDER BY entry.turn DESC`,
  reversals: `
    SELECT id AS "reversalId", payee, card_payment_id AS "paymentId", amount_cents AS "amountCents", progress AS state, attempts,
           rfc3339(due_at) AS "nextAttemptAt", failure, last_error AS "lastCause", settled_reference AS "settledReference",
           rfc3339(created_at) AS "createdAt", NOT ${isFreeSql('reversal')} AS "mayStillSucceed"
    FROM reversal WHERE application_id = :id ORDER BY turn DESC`,
  amendments: `
    SELECT number, made_on AS "madeOn", changed, document_id AS "documentId", reason, actor_name AS "actorName",
           rfc3339(created_at) AS "createdAt"
    FROM amendment WHERE policy_number = sold.policy_number ORDER BY number DESC`,
  audit: `
    SELECT event, facts, rfc3339(happened_at) AS "happenedAt" FROM audit WHERE application_id = :id ORDER BY id DESC`,
  acts: `
    SELECT rfc3339(acted_at) AS "actedAt", actor_kind AS "actorKind", actor_name AS "actorName", action, subject, reason, facts
    FROM operator_act WHERE application_id = :id AND ${isNotViewSql} ORDER BY id DESC`,
} as const;

export const listNames = Object.keys(lists) as readonly (keyof typeof lists)[];

/** What a partner asked for, with the days of its policy. */
export function requestFactsSql(where: string): string {
  return `
    SELECT cancellation_request.id AS "requestId", ground, note, terms ->> 'kind' AS kind, terms ->> 'cancelledOn' AS "cancelledOn",
           refund_cents AS "refundCents", refund_cents = asked.total_cents AS "givesEverythingBack",
           rfc3339(created_at) AS "createdAt", decision,
           rfc3339(decided_at) AS "decidedAt", decision_reason AS "decisionReason",
           asked.bound_on AS "boundOn", asked.effective_date AS "effectiveDate"
    FROM cancellation_request
    JOIN policy AS asked ON asked.policy_number = cancellation_request.policy_number
    WHERE ${where}`;
}

const singles = {
  sale: `SELECT ${saleColumnsSql} FROM application ${saleJoinsSql} WHERE application.id = :id`,
  quote: `
    SELECT revision, quoted_on AS "quotedOn", rfc3339(revised_at) AS "revisedAt", rate_book_version AS "rateBookVersion",
           tax_table_version AS "taxTableVersion", partner_reference AS "partnerReference", inputs, options
    FROM application WHERE id = :id`,
  bind: `
    SELECT attempt, state, step, rfc3339(step_at) AS "stepAt", rfc3339(lease_until) AS "leaseUntil", takeovers,
           failure, last_error AS "unclearCause", attempts AS "unclearTries", rfc3339(due_at) AS "nextTryAt",
           policy_number AS "policyNumber", agreed
    FROM bind WHERE application_id = :id`,
  policy: `SELECT rfc3339(bound_at) AS "boundAt", reference, ${currentPolicySql} AS snapshot FROM policy WHERE application_id = :id`,
  cancellation: `
    SELECT kind, cancelled_on AS "cancelledOn", premium_back_cents AS "premiumBackCents", tax_back_cents AS "taxBackCents",
           refund_cents AS "refundCents", in_effect_at IS NOT NULL AS "isInEffect", used_days AS "usedDays",
           requested_by AS "requestedBy", ground, notice_days AS "noticeDays", reason, actor_name AS "actorName", rfc3339(created_at) AS "createdAt"
    FROM cancellation WHERE policy_number = sold.policy_number`,
  cancellationRequest: `
    ${requestFactsSql('cancellation_request.policy_number = sold.policy_number')} ORDER BY cancellation_request.id DESC LIMIT 1`,
  dueCharge: `
    SELECT card_payment_id AS "paymentId", amount_cents AS "amountCents", due_on AS "dueOn", ${chargeColumnsSql},
           ${triesMadeSql} AS attempts, ${chargeReadSql} AS read, failure, last_error AS "lastCause", lapse_noticed_on AS "lapseNoticedOn"
    FROM due_charge WHERE card_payment_id = sold.card_payment_id`,
  paymentLink: `
    SELECT rfc3339(made_at) AS "madeAt", rfc3339(expires_at) AS "expiresAt", rfc3339(revoked_at) AS "revokedAt",
           charge_on AS "chargeOn", card_payment_id AS "paymentId"
    FROM payment_link WHERE policy_number = sold.policy_number`,
} as const;

/** All parts in one statement, each a JSON column. */
export const historySql = `
  WITH today (province, day) AS (SELECT * FROM unnest(:provinces::text[], :days::date[]))
  SELECT ${[
    ...Object.entries(singles).map(([name, sql]) => `(SELECT row_to_json(part) FROM (${sql}) AS part) AS "${name}"`),
    ...Object.entries(lists).map(
      ([name, sql]) =>
        `(SELECT coalesce(json_agg(part), '[]') FROM (${sql} LIMIT ${partRowsMax + 1}) AS part) AS "${name}"`,
    ),
  ].join(',\n         ')}
  FROM application
  LEFT JOIN policy AS sold ON sold.application_id = application.id
  WHERE application.id = :id`;
