import { type EventOf, verifyWebhook, type WebhookMessage, WebhookVerificationError } from '@northbind/sdk';
import type { DocumentCache } from './document-cache.ts';
import type { Log } from './log.ts';
import type { Sale } from './sale.ts';
import type { SaleStore } from './sale-store.ts';
import { ShopError } from './shop-error.ts';

export interface WebhookParts {
  /** Null: the shop takes no webhooks. */
  readonly secret: string | null;
  readonly store: SaleStore;
  readonly documents: DocumentCache;
  readonly log: Log;
}

/**
 * Takes what the service tells after the sale: whether the card was charged on its day. A message may come twice, and
 * one that is tried again may come after a later one. So an event is taken once, and never over a later one.
 */
export async function takeWebhook(
  { secret, store, documents, log }: WebhookParts,
  body: string,
  headers: Parameters<typeof verifyWebhook>[1],
): Promise<void> {
  if (secret === null) throw new ShopError(404, 'NotFound');
  const event = verified(body, headers, secret);
  if (event.type !== 'payment.captured' && event.type !== 'payment.refused') return;
  const { id, type, applicationId } = event;
  const sale = store.ofApplication(applicationId);
  if (sale === null) return;
  if (sale.progress.state !== 'bound') throw new ShopError(503, 'StillBinding'); // The service sends it again.
  const changed = withCharge(sale, event);
  if (!store.saveOnce(id, () => changed)) return;
  log('charge heard', { applicationId, type });
  await documents.keepAll(changed);
}

function verified(...message: Parameters<typeof verifyWebhook>): WebhookMessage {
  try {
    return verifyWebhook(...message);
  } catch (error) {
    if (error instanceof WebhookVerificationError) throw new ShopError(401, 'WebhookInvalid');
    throw error;
  }
}

function withCharge(sale: Sale, event: EventOf<'payment.captured'> | EventOf<'payment.refused'>): Sale {
  const { type, createdAt, data } = event;
  const { progress } = sale;
  if (progress.state !== 'bound' || (progress.heardAt !== null && progress.heardAt >= createdAt)) return sale;
  const { policy, downloadIds } = progress;
  const { chargeDate, receiptDownloadId } = data.cardPayment ?? {};
  return {
    ...sale,
    progress: {
      state: 'bound',
      policy: {
        ...policy,
        charge: type === 'payment.captured' ? 'Captured' : 'Refused',
        nextAttemptOn: event.type === 'payment.refused' ? event.data.nextAttemptOn : null,
        card: policy.card && { ...policy.card, chargeDate: chargeDate ?? policy.card.chargeDate },
      },
      downloadIds: { ...downloadIds, ...(receiptDownloadId !== undefined && { receipt: receiptDownloadId }) },
      heardAt: createdAt,
    },
  };
}
