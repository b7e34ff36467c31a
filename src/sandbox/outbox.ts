import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { sandboxOutbox } from '@northbind/contract/sandbox-outbox.ts';
import type { Seller } from '../domain/partner/seller.ts';
import type { Tx } from '../store/database.ts';
import { listSent } from '../store/mail/mail.ts';
import { listSentLetters } from '../store/sale-link/purchase.ts';

// Enough for a test to find its own mail, which is among the newest even when many tests run at once.
const messagesMax = 1_000;

/** Returns the mails to the calling seller's customers, newest first: of policies, and of purchases not made. */
export async function readOutbox({ database }: { readonly database: Tx }, { id }: Pick<Seller, 'id'>) {
  const letters = await listSentLetters(database, { sellerId: id, countMax: messagesMax });
  const ofPolicies = await listSent(database, { sellerId: id, countMax: messagesMax });
  const sent = [...ofPolicies, ...letters.map((letter) => ({ ...letter, attachments: [], wordings: [] }))]
    .sort((one, other) => other.sentAt.getTime() - one.sentAt.getTime())
    .slice(0, messagesMax);
  const messages = sent.map(({ to, subject, sentAt, attachments, wordings, text, html }) => ({
    to,
    subject,
    sentAt: sentAt.toISOString(),
    attachments: [...attachments],
    wordings: [...wordings],
    text,
    html,
  }));
  const value: AnswerOf<typeof sandboxOutbox> = { messages };
  return { kind: 'ok', value } as const;
}
