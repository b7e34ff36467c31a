import { runs } from '../statement.ts';
import { defineWork, endedSql, heldBySql, type TakenWork } from '../work/work.ts';

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

export const insertOperatorMail = runs(
  null,
  'INSERT INTO operator_mail (subject, body) VALUES ($1, $2)',
  ({ subject, body }: Pick<TakenOperatorMail, 'subject' | 'body'>) => [subject, body],
);

export const finishOperatorMail = runs(
  'finish_operator_mail',
  `UPDATE operator_mail SET ${endedSql} WHERE id = $1 AND ${heldBySql('$2')}`,
  ({ id, owner }: TakenWork) => [id, owner],
);
