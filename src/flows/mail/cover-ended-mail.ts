import type { CoverEndedFacts } from '../../store/mail/mail.ts';
import type { MailedPolicy } from './cancellation-mail.ts';
import type { Paragraph } from './mail-html.ts';
import { endingIn, pageOr } from './unpaid-mail.ts';

/** A card was given within the notice of a non-payment, and it is known only after it that it was not charged. */
export function coverEndedBody(
  { amountCents, maskedCardNumber, wasTried, cancelledOn, dueCents }: CoverEndedFacts,
  { policyNumber, vehicle, link, words, formats: { money, date } }: MailedPolicy,
): readonly Paragraph[] {
  const { coverEnded: say } = words;
  const card = endingIn(maskedCardNumber, words.unpaid);
  const ended = [
    (wasTried ? say.declined : say.notCharged)(policyNumber, money(amountCents), card),
    say.ended(vehicle, date(cancelledOn)),
  ];
  if (dueCents === 0) return [...ended, say.nothingDue];
  const due = money(dueCents);
  const lines = { before: say.payHere(due), label: words.unpaid.pay(due), instead: say.contactToPay(due) };
  return [...ended, ...pageOr(link, words.unpaid, lines)];
}
