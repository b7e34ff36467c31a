import type { Caller, CallOptions } from './caller.ts';
import type {
  NewWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointAnswer,
  WebhookEndpointChange,
  WebhookEndpointWithSecret,
  WebhookReplay,
} from './contract-types.ts';
import { readNothing } from './send.ts';

/** The calls about where the seller's events are sent. */
export class WebhookEndpointCalls {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** The answer has the secret for `verifyWebhook`. It is shown only here: keep it. */
  readonly create = (request: NewWebhookEndpoint, options?: CallOptions): Promise<WebhookEndpointWithSecret> =>
    this.#caller.ask('createWebhookEndpoint', { body: request }, options);

  /** Oldest first; at most 5. */
  readonly list = (options?: CallOptions): Promise<readonly WebhookEndpoint[]> =>
    this.#caller.askFor('webhookEndpoints', 'webhookEndpoints', {}, options);

  readonly get = (id: string, options?: CallOptions): Promise<WebhookEndpointAnswer> =>
    this.#caller.ask('webhookEndpoint', { params: { id } }, options);

  /** What is left out stays as it is. `{ status: 'Enabled' }` enables it again. */
  readonly update = (
    id: string,
    change: WebhookEndpointChange,
    options?: CallOptions,
  ): Promise<WebhookEndpointAnswer> =>
    this.#caller.ask('changeWebhookEndpoint', { params: { id }, body: change }, options);

  /** What was not delivered yet is not sent any more. */
  readonly delete = (id: string, options?: CallOptions): Promise<void> =>
    this.#caller.call(this.#caller.prepare('deleteWebhookEndpoint', { params: { id } }, options), readNothing);

  /** The answer has the new secret. Both sign for 24 hours, so that you can change over. */
  readonly rotateSecret = (id: string, options?: CallOptions): Promise<WebhookEndpointWithSecret> =>
    this.#caller.ask('rotateWebhookSecret', { params: { id } }, options);

  /** Sends a test message. */
  readonly ping = (id: string, options?: CallOptions): Promise<WebhookDelivery> =>
    this.#caller.askFor('pingWebhookEndpoint', 'delivery', { params: { id } }, options);

  /** The latest 100, newest first. */
  readonly deliveries = (id: string, options?: CallOptions): Promise<readonly WebhookDelivery[]> =>
    this.#caller.askFor('webhookDeliveries', 'deliveries', { params: { id } }, options);

  /** Sends a delivery again, with the same `webhook-id`. */
  readonly replay = (id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery> =>
    this.#caller.askFor('replayWebhookDelivery', 'delivery', { params: { id, deliveryId } }, options);

  /**
   * Sends the events from a time on again, also those that were never sent because the endpoint was disabled or not
   * there yet. Returns how many. Safe to repeat: what waits to be sent is not sent twice.
   */
  readonly replaySince = async (id: string, since: Date | string, options?: CallOptions): Promise<number> => {
    let count = 0;
    for (let next: string | null = typeof since === 'string' ? since : since.toISOString(); next !== null; ) {
      const sent: WebhookReplay = await this.#caller.ask(
        'replayWebhookEvents',
        { params: { id }, body: { since: next } },
        options,
      );
      count += sent.eventCount;
      next = sent.nextSince;
    }
    return count;
  };
}
