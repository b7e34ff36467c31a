import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { sandboxOutbox } from '@northbind/contract/sandbox-outbox.ts';
import type { Seller } from '../domain/partner/seller.ts';
import type { Tx } from '../store/database.ts';
import { listSent } from '../store/mail/mail.ts';

// Enough for a test to find its own mail, which is among the newest even when many tests run at once.
const messagesMax = 1_000;

/** Returns the mails of the calling seller's policies, newest first. */
export async function readOutbox({ database }: { readonly database: Tx }, { id }: Pick<Seller, 'id'>) {
  const sent = await listSent(database, id, messagesMax);
  const messages = sent.map(({ to, subject, sentAt, attachments, wordings, text, html }) => ({
    ...{ to, subject, sentAt: sentAt.toISOString() },
    ...{ attachments: [...attachments], wordings: [...wordings], text, html },
  }));
  const value: AnswerOf<typeof sandboxOutbox> = { messages };
  return { kind: 'ok', value } as const;
}
