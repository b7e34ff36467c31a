import type { CorrectionFacts } from '../../store/mail/mail.ts';
import type { MailedPolicy } from './cancellation-mail.ts';
import type { Paragraph } from './mail-html.ts';
import { pageOr } from './unpaid-mail.ts';

/** What we wrote before was a mistake: what was so, and what is due now. */
export function correctionBody(
  { told, amountCents, toldOn, dueCents }: CorrectionFacts,
  { policyNumber, link, words, formats: { money, date } }: MailedPolicy,
): readonly Paragraph[] {
  const { correction: say } = words;
  const amount = money(amountCents);
  const mistake = say[told](policyNumber, amount, toldOn === null ? '' : date(toldOn));
  if (dueCents === null) return [mistake];
  if (dueCents === 0) return [mistake, say.nothingDue];
  const due = money(dueCents);
  const lines = { before: say.payHere(due), label: words.unpaid.pay(due), instead: say.contactToPay(due) };
  return [mistake, ...pageOr(link, words.unpaid, lines)];
}
