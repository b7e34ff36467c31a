import type { Actor } from '../domain/operator/operator.ts';
import { statement, type Tx } from './database.ts';

/** Something that an operator did. It commits with what was done. */
export interface Act {
  readonly actor: Actor;
  /** A verb and its object, in the operator's words: `cancel policy`. */
  readonly action: string;
  /** What it was done to: a policy number, a seller's username, an account's name. */
  readonly subject: string;
  /** The sale it belongs to, when it belongs to one. */
  readonly applicationId?: string;
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
