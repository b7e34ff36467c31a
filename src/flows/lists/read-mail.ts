import type { MailId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { type MailContent, readSentContent } from '../../store/mail.ts';
import { recordAct } from '../../store/operator-act.ts';
import { shownHtml } from '../brand/preview-brand.ts';
import type { DocumentParts } from '../fetch-document.ts';

/** Returns what a mail said that was sent, as the customer saw it. It has personal data: the reader is recorded. */
export async function readMail(
  { database, printer }: DocumentParts,
  id: MailId,
  actor: Actor,
): Promise<MailContent | OperatorRefusal> {
  const found = await readSentContent(database, id);
  if (found?.content == null) return refuseOperator('NotFound', 'id');
  const { content, brand, kind } = found;
  await recordAct(database, {
    actor,
    action: 'read mail',
    subject: found.policyNumber,
    applicationId: found.applicationId,
    reason: '',
    facts: { mailId: id, kind },
  });
  return { text: content.text, html: shownHtml(content.html, printer, brand) };
}
