import type { AnyId, ApplicationId } from '../../domain/ids.ts';
import type { VisibleIntegrations } from '../../domain/operator/operator.ts';
import { actsOnStuck, type ChargeRead, listedChargeOf, type StuckNow } from '../../domain/work/acts.ts';
import type { Failure } from '../../domain/work/failure.ts';
import { type StuckKind, type StuckRow, type WorkKind, workKinds } from '../../domain/work/needs-person.ts';
import type { Tx } from '../database.ts';
import { requestFactsSql } from '../history/history-sql.ts';
import type { AskedPage, Page } from '../list/filter.ts';
import { pageOf } from '../list/listing.ts';
import { applicantNameSql, inputsSql, sellerSql } from '../list/sale-columns.ts';
import { isVisibleSql } from '../operator/visible-integrations.ts';
import { read, sendRead } from '../statement.ts';
import { countNeedsPerson, needsPersonSql } from './needs-person.ts';

/** What needs the operator, counted by kind. */
export async function countStuck(
  tx: Tx,
  { today, visibleIntegrations }: Pick<StuckAsked, 'today' | 'visibleIntegrations'>,
): Promise<Readonly<Record<StuckKind, number>>> {
  const limits = await countLimits(tx, { today, visibleIntegrations });
  const jobs = visibleIntegrations === null ? await countFailedJobs(tx) : 0;
  const requests = await countOpenRequests(tx, { visibleIntegrations });
  return { requests, ...(await countNeedsPerson(tx, visibleIntegrations)), limits, jobs };
}

export interface StuckAsked extends AskedPage {
  readonly kind: StuckKind;
  /** The day whose refusals by the rate limit count, in UTC. */
  readonly today: string;
  readonly visibleIntegrations: VisibleIntegrations;
}

/** Longest waiting first: ids begin with their time. Refused integrations and failed jobs are few, and one page. */
export async function listStuck(tx: Tx, asked: StuckAsked): Promise<Page<StuckRow>> {
  return pageOf((await readStuck(tx, asked)).map(withActs), asked.limit, ({ id }) => id);
}

/** What needs the operator of one sale. */
export async function listStuckOf(tx: Tx, applicationId: ApplicationId): Promise<readonly StuckRow[]> {
  const requests = `${openRequestsSql} AND application_id = :applicationId`;
  const ofSale = [requests, ...workKinds.map((kind) => needsPersonSql(kind, ':applicationId'))].join(' UNION ALL ');
  const values = { applicationId, cursor: null, rowsMax: rowsOfSaleMax, visibleIntegrations: null };
  return (await sendRead<ListedRow>(tx, ofSalesSql(ofSale), values)).rows.map(withActs);
}

const rowsOfSaleMax = 20;

type ListedRow = Omit<StuckRow, 'acts'> &
  Pick<StuckNow, 'mayStillSucceed' | 'isBegun'> & { readonly charge: ChargeRead | null };

function withActs({ mayStillSucceed, isBegun, charge, ...row }: ListedRow): StuckRow {
  return { ...row, acts: actsOnStuck({ ...row, mayStillSucceed, isBegun, charge: charge && listedChargeOf(charge) }) };
}

export interface WorkSelection {
  readonly kind: WorkKind;
  /** Null: however it failed. */
  readonly failure: Failure | null;
  readonly cursor: AnyId | null;
  readonly limit: number;
}

/** The ids of a kind's stuck work, longest waiting first. */
export async function selectStuckWork(
  tx: Tx,
  { kind, failure, cursor, limit }: WorkSelection,
): Promise<readonly AnyId[]> {
  const { rows } = await sendRead<{ id: AnyId }>(
    tx,
    `SELECT stuck.id
     FROM (${needsPersonSql(kind)}) AS stuck
     WHERE (:cursor::uuid IS NULL OR stuck.id > :cursor) AND (:failure::text IS NULL OR stuck.failure = :failure)
     ORDER BY stuck.id
     LIMIT :limit`,
    { cursor, failure, limit },
  );
  return rows.map(({ id }) => id);
}

async function readStuck(
  tx: Tx,
  { kind, today, cursor, limit, visibleIntegrations }: StuckAsked,
): Promise<readonly ListedRow[]> {
  switch (kind) {
    case 'limits':
      return (await sendRead<ListedRow>(tx, limits, { today, limit, visibleIntegrations })).rows;
    case 'jobs':
      return visibleIntegrations === null ? (await sendRead<ListedRow>(tx, jobs, { limit })).rows : [];
    default: {
      const sql = kind === 'requests' ? openRequestsSql : needsPersonSql(kind);
      const values = { cursor, rowsMax: limit + 1, visibleIntegrations };
      return (await sendRead<ListedRow>(tx, ofSalesSql(sql), values)).rows;
    }
  }
}

const ofIntegrationsSql = 'JOIN seller ON seller.id = answer_error.seller_id';
const refusedOnSql = `answer_error.day = :today AND answer_error.code = 'RateLimitExceeded'`;
// Jobs concern all integrations. An earlier failure is mostly a short outage.
const failedJobsSql = 'FROM periodic_job WHERE failure IS NOT NULL AND attempts >= 3';

const countLimits = read.onlyValue<number, [Pick<StuckAsked, 'today' | 'visibleIntegrations'>]>(
  null,
  `SELECT count(DISTINCT integration_id)::int
   FROM answer_error
   ${ofIntegrationsSql}
   WHERE ${refusedOnSql} AND ${isVisibleSql('seller.id', ':visibleIntegrations')}`,
);

const countFailedJobs = read.onlyValue<number>(null, `SELECT count(*)::int ${failedJobsSql}`);

const countOpenRequests = read.onlyValue<number, [Pick<StuckAsked, 'visibleIntegrations'>]>(
  null,
  `SELECT count(*)::int
   FROM cancellation_request
   WHERE decision IS NULL AND ${isVisibleSql('seller_id', ':visibleIntegrations')}`,
);

const openRequestsSql = `
  SELECT 'requests' AS kind, id, ground AS what, application_id AS "applicationId", policy_number AS "policyNumber",
         seller_id, refund_cents AS "amountCents", rfc3339(created_at) AS since, 1 AS count,
         NULL::text AS failure, note AS cause,
         NULL::date AS "lapseNoticedOn", NULL::json AS difference,
         NULL::text AS "nextAttemptAt", NULL::uuid AS payment_id, NULL::json AS customer, false AS "mayStillSucceed", false AS "isBegun", NULL::json AS charge
  FROM cancellation_request
  WHERE decision IS NULL`;

/** Adds to each row the customer whom a person may call, with the card or the loan that the row is about. */
const ofSalesSql = (stuck: string): string => `
  SELECT stuck.kind, stuck.id, what, "applicationId", "policyNumber",
         CASE WHEN seller.id IS NOT NULL THEN ${sellerSql} END AS seller, "amountCents", since, count,
         failure, cause, "lapseNoticedOn", difference, "nextAttemptAt", "mayStillSucceed", "isBegun", charge,
         CASE WHEN application.id IS NOT NULL THEN json_build_object('name', ${applicantNameSql}, 'phoneNumber', ${inputsSql} #>> '{applicant,phoneNumber}',
                           'card', card_payment.card_type || ' ' || card_payment.masked_card_number,
                           'loanNumber', policy.snapshot #>> '{payment,loan,loanNumber}')
              ELSE stuck.customer END AS customer,
         CASE stuck.kind WHEN 'requests' THEN (
           SELECT row_to_json(asked) FROM (${requestFactsSql('cancellation_request.id = stuck.id')}) AS asked) END AS request
  FROM (${stuck}) AS stuck
  LEFT JOIN seller ON seller.id = stuck.seller_id
  LEFT JOIN application ON application.id = stuck."applicationId"
  LEFT JOIN policy ON policy.application_id = application.id
  LEFT JOIN card_payment ON card_payment.id = coalesce(stuck.payment_id, policy.card_payment_id)
  WHERE (:cursor::uuid IS NULL OR stuck.id > :cursor)
    AND ${isVisibleSql('seller.id', ':visibleIntegrations')}
  ORDER BY stuck.id
  LIMIT :rowsMax`;

const limits = `
  SELECT 'limits' AS kind, integration.id, integration.name AS what, NULL AS "applicationId", NULL AS "policyNumber", NULL AS seller,
         NULL AS "amountCents", to_char(:today::date, 'YYYY-MM-DD"T"00:00:00.000"Z"') AS since, sum(answer_error.count)::int AS count,
         NULL AS failure, NULL AS cause, NULL AS "lapseNoticedOn", NULL AS difference, NULL AS "nextAttemptAt", NULL AS customer, NULL AS request
  FROM answer_error
  ${ofIntegrationsSql}
  JOIN integration ON integration.id = seller.integration_id
  WHERE ${refusedOnSql} AND ${isVisibleSql('seller.id', ':visibleIntegrations')}
  GROUP BY integration.id
  ORDER BY count DESC, integration.id
  LIMIT :limit`;

const jobs = `
  SELECT 'jobs' AS kind, name AS id, name AS what, NULL AS "applicationId", NULL AS "policyNumber", NULL AS seller, NULL AS "amountCents",
         rfc3339(tried_since) AS since, attempts AS count, failure, left(last_error, 500) AS cause,
         NULL AS "lapseNoticedOn", NULL AS difference,
         rfc3339(due_at) AS "nextAttemptAt", NULL AS customer, NULL AS request
  ${failedJobsSql}
  ORDER BY tried_since
  LIMIT :limit`;
