import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import type { Tx } from '../../store/database.ts';
import { settleLinkMail } from '../../store/sale-link/link-mail.ts';
import { findSaleLink } from '../../store/sale-link/sale-link.ts';
import type { CorrectionMade } from '../operator/correction.ts';

/** Records that the customer has the address of a link, as the mail server's log or the customer says. */
export async function settleLinkMailArrived(
  tx: Tx,
  id: string,
  reference: string,
): Promise<CorrectionMade | OperatorRefusal> {
  const link = await findSaleLink(tx, { id });
  if (link === null) return refuseOperator('NotFound', 'id');
  if (!(await settleLinkMail(tx, { id }))) return refuseOperator('MailUnderWay');
  return { action: 'settle mail', subject: id, facts: { sellerId: link.sellerId, reference } };
}
