import type { OperatorAction } from '../../domain/operator/operator-action.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { countActsOfDay } from '../../store/audit/operator-act.ts';
import type { Tx } from '../../store/database.ts';

/** Whom five mails in a day have not reached, a sixth does not reach. */
const actsADayMax = 5;

/**
 * Refuses to mail a customer about the same policy or link time and again: whoever has an account could else fill a
 * stranger's mailbox in the operator's name. The caller holds the lock of the policy or link.
 */
export async function refuseMailedOften(
  tx: Tx,
  action: Extract<OperatorAction, 'mail sale link' | 'resend documents' | 'resend mail' | 'send payment link'>,
  subject: string,
): Promise<OperatorRefusal | null> {
  return (await countActsOfDay(tx, { subject, action })) >= actsADayMax ? refuseOperator('MailedOften') : null;
}
