import type { PlainDate } from '../../domain/calendar.ts';
import { type LinkState, linkStateOf } from '../../domain/unpaid/payment-link.ts';
import type { PaymentLink } from '../../store/unpaid/payment-link.ts';
import type { Parts } from '../parts.ts';
import { taxChangeBy } from '../tax/judge-tax.ts';

/** The state follows from the tax table of this moment: one that was loaded after the link was sent may end it earlier. */
export function stateOfLink(
  { reference }: Parts<'reference'>,
  link: PaymentLink,
  { today, now }: { readonly today: PlainDate; readonly now: Date },
): LinkState {
  const isTaxedOtherwise = (): boolean => taxChangeBy(reference().tariffs, link.sale, today) !== null;
  return linkStateOf(link, { today, now, isTaxedOtherwise });
}
