import { statement, type Tx } from './database.ts';
import { defineWork, ended, heldBy, type TakenWork } from './work.ts';

/** A mail to the operator that this run may send. It is written with its cause. */
export interface TakenOperatorMail extends TakenWork {
  readonly subject: string;
  readonly body: string;
}

export const operatorMailWork = defineWork<TakenOperatorMail>({
  table: 'operator_mail',
  key: 'id',
  facts: 'operator_mail.subject, operator_mail.body',
});

export async function insertOperatorMail(
  tx: Tx,
  { subject, body }: Pick<TakenOperatorMail, 'subject' | 'body'>,
): Promise<void> {
  await tx.query('INSERT INTO operator_mail (subject, body) VALUES ($1, $2)', [subject, body]);
}

export async function finishOperatorMail(tx: Tx, { id, owner }: TakenWork): Promise<void> {
  await tx.query(finish(id, owner));
}

const finish = statement('finish_operator_mail', `UPDATE operator_mail SET ${ended} WHERE id = $1 AND ${heldBy('$2')}`);
