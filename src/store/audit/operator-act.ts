import type { ApplicationId } from '../../domain/ids.ts';
import type { Actor, VisibleIntegrations } from '../../domain/operator/operator.ts';
import type { OperatorAction } from '../../domain/operator/operator-action.ts';
import type { Tx } from '../database.ts';
import { firstIdAt } from '../first-id-at.ts';
import { isVisibleSql } from '../operator/visible-integrations.ts';
import { read, sendRead, write } from '../statement.ts';

/** An action of an operator. Written in the transaction of the change. */
export interface Act {
  readonly actor: Actor;
  readonly action: OperatorAction;
  /** The object: a policy number, a seller's username, an account's name. */
  readonly subject: string;
  /** The sale it belongs to, if any. */
  readonly applicationId?: ApplicationId;
  readonly reason: string;
  /** What changed. Never a secret. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

export const recordAct = write.runs(
  'record_act',
  `INSERT INTO operator_act (actor_kind, actor_name, action, subject, application_id, reason, facts)
   VALUES (:kind, :name, :action, :subject, :applicationId, :reason, :facts)`,
  ({ actor, action, subject, applicationId, reason, facts = {} }: Act) => ({
    kind: actor.kind,
    name: actor.name,
    action,
    subject,
    applicationId,
    reason,
    facts: JSON.stringify(facts),
  }),
);

/** A sale whose personal data an operator has seen: on its page, in a list, in an export. */
export interface ViewedSale {
  readonly applicationId: string;
  readonly policyNumber: string | null;
}

/** Once an hour for each operator and sale: a page that is left open reads the sale again every few seconds. */
export async function recordViews(tx: Tx, actor: Actor, sales: readonly ViewedSale[]): Promise<void> {
  if (sales.length === 0) return;
  const ids = sales.map(({ applicationId }) => applicationId);
  const subjects = sales.map(({ applicationId, policyNumber }) => policyNumber ?? applicationId);
  await insertViews(tx, { kind: actor.kind, name: actor.name, ids, subjects });
}

const insertViews = write.runs<
  [
    {
      readonly kind: string;
      readonly name: string;
      readonly ids: readonly string[];
      readonly subjects: readonly string[];
    },
  ]
>(
  'record_views',
  `INSERT INTO operator_act (actor_kind, actor_name, action, subject, application_id, reason, facts)
   SELECT DISTINCT ON (seen.id) :kind, :name, 'view sale', seen.subject, seen.id, '', '{}'::json
   FROM unnest(:ids::uuid[], :subjects::text[]) AS seen (id, subject)
   WHERE NOT EXISTS (
     SELECT FROM operator_act
     WHERE application_id = seen.id AND action = 'view sale' AND actor_kind = :kind AND actor_name = :name
       AND acted_at > now() - interval '1 hour'
   )`,
);

/** How often operators have done this to a subject within the last day. */
export const countActsOfDay = read.onlyValue<number, [{ readonly subject: string; readonly action: OperatorAction }]>(
  'count_acts_of_day',
  `SELECT count(*)::integer AS count
   FROM operator_act
   WHERE subject = :subject AND action = :action AND acted_at > now() - interval '1 day'`,
);

/** An act that is not a view; an index has only these. */
export const isNotViewSql = `operator_act.action <> 'view sale'`;

export interface RecordedAct {
  readonly id: string;
  readonly actorKind: Actor['kind'];
  readonly actorName: string;
  readonly action: OperatorAction;
  readonly subject: string;
  readonly applicationId: string | null;
  readonly reason: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly actedAt: Date;
}

const columnsSql = `id, actor_kind AS "actorKind", actor_name AS "actorName", action, subject,
  application_id AS "applicationId", reason, facts, acted_at AS "actedAt"`;

export interface ActFilter {
  readonly subject?: string | undefined;
  readonly actor?: string | undefined;
  readonly applicationId?: string | undefined;
  /** Whether views of sales are listed, too. */
  readonly withViews?: boolean | undefined;
  readonly since?: Date | null;
  /** The first moment that is not included. */
  readonly until?: Date | null;
  /** The id of the last row of the previous page. */
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** A limit leaves only what was done to sales that the operator may see. */
  readonly visibleIntegrations: VisibleIntegrations;
}

const allActs = { subject: null, actor: null, applicationId: null, cursor: null };

const idAtOrNull = (moment: Date | null | undefined): string | null => (moment == null ? null : firstIdAt(moment));

/** Lists the newest first. */
export async function listActs(tx: Tx, filter: ActFilter): Promise<readonly RecordedAct[]> {
  const { rows } = await sendRead<RecordedAct>(
    tx,
    `SELECT ${columnsSql}
     FROM operator_act
     WHERE ${filter.withViews === true ? 'true' : isNotViewSql}
       AND (:subject::text IS NULL OR subject = :subject)
       AND (:actor::text IS NULL OR actor_name = :actor)
       AND (:applicationId::uuid IS NULL OR application_id = :applicationId)
       AND (:since::uuid IS NULL OR id >= :since)
       AND (:until::uuid IS NULL OR id < :until)
       AND (:cursor::uuid IS NULL OR id < :cursor)
       AND (:visibleIntegrations::uuid[] IS NULL OR EXISTS (
         SELECT FROM application
         WHERE application.id = operator_act.application_id AND ${isVisibleSql('application.seller_id', ':visibleIntegrations')}))
     ORDER BY id DESC
     LIMIT :limit`,
    { ...allActs, ...filter, since: idAtOrNull(filter.since), until: idAtOrNull(filter.until) },
  );
  return rows;
}

export interface ActPeriod {
  readonly from: Date;
  readonly to: Date;
  /** The id of the last act of the page before; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/** Acts and views of a period, oldest first. By id, which begins with the time it was made at. */
export const readActs = read.allRows<RecordedAct, [period: ActPeriod]>(
  null,
  `SELECT ${columnsSql}
   FROM operator_act
   WHERE id >= :from AND id < :to AND (:after::uuid IS NULL OR id > :after)
   ORDER BY id
   LIMIT :limit`,
  ({ from, to, after, limit }) => ({ from: firstIdAt(from), to: firstIdAt(to), after, limit }),
);
