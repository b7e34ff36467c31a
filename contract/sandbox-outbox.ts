import { defineOperation, ofSandbox } from './operation.ts';
import { component } from './schemas/annotations.ts';
import { string, timestamp, uuid } from './schemas/scalars.ts';
import { Type } from './type.ts';

const attachment = component('OutboxAttachment', 'A document sent with an e-mail.', {
  filename: string('The file’s name.', 'declaration.pdf'),
  downloadId: uuid('The document, for download.'),
});

const message = component('OutboxMessage', 'An e-mail that was sent.', {
  to: string('Who it was sent to.', 'marie-eve.tremblay@example.ca'),
  subject: string('Its subject.'),
  sentAt: timestamp('When it was sent.'),
  attachments: Type.Array(attachment, {
    description: 'What was sent with it: documents of the policy, and with a financed policy the papers of its loan.',
  }),
  wordings: Type.Array(attachment, { description: 'The wordings of the policy’s forms that were sent with it.' }),
  text: string('What it says, as plain text. The secret of a payment link is left out.'),
  html: string('What it says, as HTML. A logo is the picture `cid:logo`, which comes with the mail.'),
});

export const sandboxOutboxAnswer = component('SandboxOutbox', 'The seller’s outbox.', {
  messages: Type.Array(message, {
    description:
      'The e-mails to the seller’s customers, latest first; the latest 1,000. Of a purchase by a link that made no policy, too.',
  }),
});

export const sandboxOutbox = defineOperation({
  ...ofSandbox,
  id: 'sandboxOutbox',
  hasSecret: true,
  route: 'GET /sandbox/outbox',
  summary: 'See the e-mails that were sent',
  description: 'The e-mails to the calling seller’s customers, with what went with them.',
  ok: { description: 'The e-mails.', schema: sandboxOutboxAnswer },
});
