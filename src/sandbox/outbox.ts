import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { sandboxOutbox } from '@northbind/contract/sandbox-outbox.ts';
import type { Seller } from '../domain/partner/seller.ts';
import type { Parts } from '../flows/parts.ts';
import { sentLinkMails } from '../flows/sale-link/send-link-mail.ts';
import { listSent } from '../store/mail/mail.ts';
import { listSentLetters } from '../store/sale-link/purchase.ts';

// Enough for a test to find its own mail, which is among the newest even when many tests run at once.
const messagesMax = 1_000;

export type OutboxParts = Parts<'database' | 'issuer' | 'publicUrl'>;

/** Returns the mails to the calling seller's customers, newest first: of policies, of links, and of purchases not made. */
export async function readOutbox(parts: OutboxParts, seller: Pick<Seller, 'id' | 'name' | 'province'>) {
  const { database } = parts;
  const asked = { sellerId: seller.id, countMax: messagesMax };
  const letters = [...(await listSentLetters(database, asked)), ...(await sentLinkMails(parts, seller, messagesMax))];
  const ofPolicies = await listSent(database, asked);
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
