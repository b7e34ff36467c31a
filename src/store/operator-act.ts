import type { ApplicationId } from '../domain/ids.ts';
import type { Actor, VisibleIntegrations } from '../domain/operator/operator.ts';
import { statement, type Tx } from './database.ts';
import { isVisibleSql } from './visible.ts';

/** An action of an operator. Written in the transaction of the change. */
export interface Act {
  readonly actor: Actor;
  /** A verb and its object: `cancel policy`. */
  readonly action: string;
  /** The object: a policy number, a seller's username, an account's name. */
  readonly subject: string;
  /** The sale it belongs to, if any. */
  readonly applicationId?: ApplicationId;
  readonly reason: string;
  /** What changed. Never a secret. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

export async function recordAct(tx: Tx, act: Act): Promise<void> {
  const { actor, action, subject, applicationId = null, reason, facts = {} } = act;
  await tx.query(insert(actor.kind, actor.name, action, subject, applicationId, reason, JSON.stringify(facts)));
}

const insert = statement(
  'record_act',
  `INSERT INTO operator_act (actor_kind, actor_name, action, subject, application_id, reason, facts)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);

export interface RecordedAct {
  readonly id: string;
  readonly actorKind: Actor['kind'];
  readonly actorName: string;
  readonly action: string;
  readonly subject: string;
  readonly applicationId: string | null;
  readonly reason: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly actedAt: Date;
}

export interface ActFilter {
  readonly subject?: string | undefined;
  readonly actor?: string | undefined;
  readonly applicationId?: string | undefined;
  /** The id of the last row of the previous page. */
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** With a limit, only what was done to sales that the operator may see. */
  readonly visible: VisibleIntegrations;
}

/** Newest first. */
export async function listActs(tx: Tx, filter: ActFilter): Promise<readonly RecordedAct[]> {
  const { rows } = await tx.query<RecordedAct>(
    `SELECT id, actor_kind AS "actorKind", actor_name AS "actorName", action, subject, application_id AS "applicationId",
            reason, facts, acted_at AS "actedAt"
     FROM operator_act
     WHERE ($1::text IS NULL OR subject = $1)
       AND ($2::text IS NULL OR actor_name = $2)
       AND ($3::uuid IS NULL OR application_id = $3)
       AND ($4::uuid IS NULL OR id < $4)
       AND ($6::uuid[] IS NULL OR EXISTS (
         SELECT FROM application
         WHERE application.id = operator_act.application_id AND ${isVisibleSql('application.seller_id', '$6')}))
     ORDER BY id DESC
     LIMIT $5`,
    [
      ...[filter.subject ?? null, filter.actor ?? null, filter.applicationId ?? null, filter.cursor ?? null],
      ...[filter.limit, filter.visible],
    ],
  );
  return rows;
}
