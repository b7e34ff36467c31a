import { write } from '../statement.ts';
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

export interface NewOperatorMail extends Pick<TakenOperatorMail, 'subject' | 'body'> {
  readonly id: string;
}

export const insertOperatorMail = write.runs<[mail: NewOperatorMail]>(
  null,
  'INSERT INTO operator_mail (id, subject, body) VALUES (:id, :subject, :body)',
);

export const finishOperatorMail = write.runs(
  'finish_operator_mail',
  `UPDATE operator_mail SET ${endedSql} WHERE id = :id AND ${heldBySql(':owner')}`,
  ({ id, owner }: TakenWork) => ({ id, owner }),
);
