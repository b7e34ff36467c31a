import type { PlainDate } from '../../domain/calendar.ts';
import type { PolicyView } from '../../domain/policy/policy-view.ts';
import { readLinkOf } from '../../store/unpaid/payment-link.ts';
import type { Parts } from '../parts.ts';
import { openSecret } from './ensure-link.ts';
import { linkAddress } from './link-secret.ts';
import { stateOfLink } from './link-state.ts';

export type PaymentUrlParts = Parts<'database' | 'reference' | 'linkBox' | 'publicUrl'>;

/** The page on which the customer of an unpaid policy can pay; null if nothing can be paid there. */
export async function findPaymentUrl(
  parts: PaymentUrlParts,
  { policy, moneyStatus }: Pick<PolicyView, 'policy' | 'moneyStatus'>,
  at: { readonly today: PlainDate; readonly now: Date },
): Promise<string | null> {
  if (moneyStatus !== 'Unpaid') return null;
  const link = await readLinkOf(parts.database, { policyNumber: policy.policyNumber });
  if (link === null || link.sealedSecret === null || stateOfLink(parts, link, at) !== 'open') return null;
  const secret = openSecret(parts.linkBox, link.sealedSecret);
  return secret && linkAddress(parts.publicUrl, secret);
}
