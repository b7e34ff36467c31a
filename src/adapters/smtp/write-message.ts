import MailComposer from 'nodemailer/lib/mail-composer';
import type { OutgoingMail } from '../../ports/mailer.ts';
import type { Sender } from './smtp-settings.ts';

/** A message as it goes over the line, and who it goes from and to. */
export interface Message {
  readonly from: string;
  readonly to: string;
  readonly bytes: Buffer;
}

/**
 * The composer encodes every header and folds line breaks away, and addresses are handed to it as data, never as text
 * to be parsed: nothing in a mail can become a header or a recipient.
 */
export async function writeMessage(mail: OutgoingMail, sender: Sender): Promise<Message> {
  const composed = new MailComposer({
    from: { name: sender.name, address: sender.address },
    to: { name: '', address: mail.to },
    // The same at every try, so that a receiver who gets a mail twice can tell that it is one.
    messageId: `<${mail.key.replace(/[^A-Za-z0-9.-]/g, '-')}@${sender.domain}>`,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments.map(({ filename, contentType, bytes }) => ({
      filename,
      contentType,
      content: bytes,
    })),
    // RFC 3834, and the same for Exchange: no holiday notice is to answer this.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const envelope = composed.getEnvelope(); // Domains of other scripts are in ASCII here.
  return { from: envelope.from || sender.address, to: envelope.to[0] ?? mail.to, bytes: await composed.build() };
}
