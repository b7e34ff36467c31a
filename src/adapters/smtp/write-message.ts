import MailComposer from 'nodemailer/lib/mail-composer';
import type { OutgoingMail } from '../../ports/mailer.ts';
import type { Sender } from './smtp-settings.ts';

/** A message as it is sent, with its envelope. */
export interface Message {
  readonly from: string;
  readonly to: string;
  readonly bytes: Buffer;
}

/**
 * The composer encodes every header and removes line breaks, and addresses are passed as data that it does not parse:
 * nothing in a mail can become a header or a recipient.
 */
export async function writeMessage(mail: OutgoingMail, sender: Sender): Promise<Message> {
  const composed = new MailComposer({
    from: { name: mail.fromName ?? sender.name, address: sender.address },
    ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
    to: { name: '', address: mail.to },
    // The same at every attempt, so that a mail program can recognise a mail that was sent twice.
    messageId: `<${mail.key.replace(/[^A-Za-z0-9.-]/g, '-')}@${sender.domain}>`,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: [
      ...(mail.logo === undefined
        ? []
        : [
            {
              cid: 'logo',
              contentType: mail.logo.contentType,
              content: mail.logo.bytes,
              contentDisposition: 'inline' as const,
            },
          ]),
      ...mail.attachments.map(({ filename, contentType, bytes }) => ({ filename, contentType, content: bytes })),
    ],
    // RFC 3834, and the same for Exchange: no automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const envelope = composed.getEnvelope(); // International domains are in ASCII here.
  return { from: envelope.from || sender.address, to: envelope.to[0] ?? mail.to, bytes: await composed.build() };
}
