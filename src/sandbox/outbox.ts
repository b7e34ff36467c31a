import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { sandboxOutbox as operation } from '@northbind/contract/sandbox-outbox.ts';
import type { Seller } from '../domain/seller.ts';
import type { Database } from '../store/database.ts';
import { listSent } from '../store/mail.ts';

export interface SandboxOutboxParts {
  readonly database: Database;
}

// Enough for a test to find its own mail, which is among the newest even when many tests run at once.
const messagesMax = 1_000;

/** Handles GET /sandbox/outbox: the mails of the calling seller's policies, newest first. */
export function handleSandboxOutbox({ database }: SandboxOutboxParts) {
  return async ({ seller }: { readonly seller: Pick<Seller, 'id'> }): Promise<SandboxOutboxSaid> => {
    const sent = await listSent(database, seller.id, messagesMax);
    const messages = sent.map(({ to, subject, sentAt, attachments, wordings, text, html }) => ({
      to,
      subject,
      sentAt: sentAt.toISOString(),
      attachments: [...attachments],
      wordings: [...wordings],
      text,
      html,
    }));
    return { kind: 'ok', value: { messages } };
  };
}

interface SandboxOutboxSaid {
  readonly kind: 'ok';
  readonly value: AnswerOf<typeof operation>;
}
