import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import type { Tx } from '../../store/database.ts';
import { findLetter, purchaseWork, settleLetter } from '../../store/sale-link/purchase.ts';
import type { CorrectionMade } from '../operator/correction.ts';

/* The letter that tells a customer of a link that nothing was bought, after the service has given it up. */

/** Sends it again to its address. */
export async function resendLetter(tx: Tx, id: string): Promise<CorrectionMade | OperatorRefusal> {
  const letter = await findLetter(tx, { id });
  if (letter === null) return refuseOperator('NotFound', 'id');
  if (!(await purchaseWork.makeDue(tx, { id }))) return refuseOperator('MailUnderWay');
  return { action: 'resend mail', subject: id, applicationId: letter.applicationId };
}

/** Records that the customer knows, by the mail server's log or by somebody who has called. */
export async function settleLetterArrived(
  tx: Tx,
  id: string,
  reference: string,
): Promise<CorrectionMade | OperatorRefusal> {
  const letter = await findLetter(tx, { id });
  if (letter === null) return refuseOperator('NotFound', 'id');
  if (!(await settleLetter(tx, { id }))) return refuseOperator('MailUnderWay');
  return { action: 'settle mail', subject: id, applicationId: letter.applicationId, facts: { reference } };
}
