import type { PlainDate } from '../../domain/calendar.ts';
import type { PolicyView } from '../../domain/policy/policy-view.ts';
import { linkStateOf } from '../../domain/unpaid/payment-link.ts';
import { type PaymentLink, readLinkOf } from '../../store/unpaid/payment-link.ts';
import type { Parts } from '../parts.ts';
import { taxChangeBy } from '../tax/judge-tax.ts';
import { openSecret } from './keep-link.ts';
import { linkAddress } from './link-secret.ts';

export type PaymentUrlParts = Parts<'database' | 'reference' | 'linkBox' | 'publicUrl'>;

/** The page on which the customer of an unpaid policy can pay; null if nothing can be paid there. */
export async function findPaymentUrl(
  parts: PaymentUrlParts,
  { policy, moneyStatus }: Pick<PolicyView, 'policy' | 'moneyStatus'>,
  at: { readonly today: PlainDate; readonly now: Date },
): Promise<string | null> {
  if (moneyStatus !== 'Unpaid') return null;
  const link = await readLinkOf(parts.database, policy.policyNumber);
  if (link === null || link.sealedSecret === null || !isPayable(parts, link, at)) return null;
  return linkAddress(parts.publicUrl, openSecret(parts.linkBox, link.sealedSecret));
}

/** Paid after a change of the tax rate, the price would be wrong. */
export function isPayable(
  { reference }: Parts<'reference'>,
  link: PaymentLink,
  { today, now }: { readonly today: PlainDate; readonly now: Date },
): boolean {
  return linkStateOf(link, today, now) === 'open' && taxChangeBy(reference().tariffs, link.sale, today) === null;
}
