import { mailLink } from '../../store/unpaid/payment-link.ts';
import { carryOut } from '../refund/carry-out.ts';
import { keepLink } from './keep-link.ts';

/**
 * Does what the refund plan says. If its used days are owed from now on, the customer is told what they cost and where
 * to pay it.
 */
export async function carryOutAndAsk(...[parts, policyNumber, at]: Parameters<typeof keepLink>): Promise<void> {
  if (!(await carryOut(parts.tx, { policyNumber, today: at.today }))) return;
  await keepLink(parts, policyNumber, { ...at, isUnlimited: true });
  await mailLink(parts.tx, { policyNumber, lastDay: null });
}
