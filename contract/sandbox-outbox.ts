import { Type } from 'typebox';
import type { Operation } from './operation.ts';
import { component } from './schemas/annotations.ts';
import { timestamp, uuid } from './schemas/scalars.ts';

const attachment = Type.Object(
  {
    filename: Type.String({ description: 'The file’s name.', examples: ['declaration.pdf'] }),
    downloadId: uuid('The document, for download.'),
  },
  { ...component('OutboxAttachment'), description: 'A document sent with an e-mail.' },
);

const message = Type.Object(
  {
    to: Type.String({ description: 'Who it was sent to.', examples: ['marie-eve.tremblay@example.ca'] }),
    subject: Type.String({ description: 'Its subject.' }),
    sentAt: timestamp('When it was sent.'),
    attachments: Type.Array(attachment, { description: 'What was sent with it.' }),
  },
  { ...component('OutboxMessage'), description: 'An e-mail that was sent.' },
);

export const sandboxOutboxAnswer = Type.Object(
  {
    messages: Type.Array(message, {
      description: 'The e-mails sent for the seller’s policies, latest first; the latest 1,000.',
    }),
  },
  { ...component('SandboxOutbox'), description: 'The seller’s outbox.' },
);

export const sandboxOutbox = {
  id: 'sandboxOutbox',
  method: 'GET',
  path: '/sandbox/outbox',
  tag: 'Sandbox',
  summary: 'See the e-mails that were sent',
  description: 'The e-mails sent for the calling seller’s policies, with the documents that went with them.',
  access: 'bearer',
  scopes: ['sell', 'read', 'manage'],
  request: {},
  ok: { description: 'The e-mails.', schema: sandboxOutboxAnswer },
  refusals: [],
  mayHaveNoResult: false,
  faults: [],
  world: 'sandbox',
} as const satisfies Operation;
