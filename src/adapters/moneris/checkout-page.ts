import type { CardProcessor, CheckoutState, OpenedCheckout } from '../../ports/card-processor.ts';
import { type Outcome, refusedBy } from '../../ports/outcome.ts';
import { parseJson } from '../call-json.ts';
import type { Exchange } from '../exchange.ts';
import { type CheckoutPurpose, readReceipt } from './checkout-receipt.ts';
import type { GatewayEndpoint } from './gateway.ts';
import { ask, post } from './post.ts';
import {
  asObject,
  type Json,
  readFlag,
  readText,
  writeAmount,
  writeCustomerId,
  writeOrderNumber,
} from './wire-values.ts';

/** Moneris Checkout: issues tickets (preload) and returns what the customer did with one (receipt). Moves no money. */
export function makeCheckoutPage(endpoint: CheckoutEndpoint): Pick<CardProcessor, 'openCheckout' | 'readCheckout'> {
  const profiles = { hold: endpoint.holdCheckoutId, verify: endpoint.verifyCheckoutId } as const;

  function send(
    how: typeof post,
    purpose: CheckoutPurpose,
    fields: Readonly<Record<string, string>>,
    deadline: AbortSignal,
  ): Promise<Exchange> {
    const credentials = { store_id: endpoint.storeId, api_token: endpoint.apiToken, environment: endpoint.environment };
    return how({
      url: endpoint.url,
      contentType: 'application/json',
      body: JSON.stringify({ ...credentials, checkout_id: profiles[purpose], ...fields }),
      connectMs: endpoint.timeouts.connectMs,
      deadline,
    });
  }

  return {
    async openCheckout(request) {
      const fields = {
        action: 'preload',
        txn_total: writeAmount(request.amountCents),
        order_no: writeOrderNumber(request.key),
        cust_id: writeCustomerId(request.customerReference),
        language: request.language,
      };
      // `ticketMinutes` has no field: Moneris ends every ticket after 30 minutes.
      const purpose = request.amountCents === 0 ? 'verify' : 'hold';
      return readTicket(await send(post, purpose, fields, AbortSignal.timeout(endpoint.timeouts.callMs)));
    },

    async readCheckout({ key, ticket }) {
      const deadline = AbortSignal.timeout(endpoint.timeouts.lookUpMs);
      // The receipt has to be requested from the profile that opened the ticket, and neither key nor ticket names it.
      const held = readState(await send(ask, 'hold', { action: 'receipt', ticket }, deadline), 'hold', key);
      if (held.kind !== 'done' || held.value.kind !== 'pending') return held;
      return readState(await send(ask, 'verify', { action: 'receipt', ticket }, deadline), 'verify', key);
    },
  };
}

export interface CheckoutEndpoint extends GatewayEndpoint {
  readonly environment: string;
  readonly holdCheckoutId: string;
  readonly verifyCheckoutId: string;
}

function readTicket(result: Exchange): Outcome<OpenedCheckout> {
  if (result.kind !== 'answered') return result;
  const response = readResponse(result.text);
  if (response === null) return unreadableAnswer;
  const ticket = readText(response.ticket);
  if (readFlag(response.success)) return ticket === null ? unreadableAnswer : { kind: 'done', value: { ticket } };
  return response.success === 'false' ? refusedBy('party', refusalOf(response.error)) : unreadableAnswer;
}

function readState(result: Exchange, purpose: CheckoutPurpose, key: string): Outcome<CheckoutState> {
  if (result.kind !== 'answered') return result;
  const response = readResponse(result.text);
  if (response === null) return unreadableAnswer;
  if (readFlag(response.success)) return readReceipt(response, purpose, key);
  // Trap: open, cancelled and expired tickets all get this answer, so an unfinished checkout stays pending for ever.
  const message = asObject(response.error)?.message;
  if (message === 'invalid ticket or transaction is not complete') return { kind: 'done', value: { kind: 'pending' } };
  return { kind: 'unknown', cause: 'Moneris Checkout refused to give the receipt' };
}

/** Tells only the names of the refused fields: Moneris's messages may repeat what was sent. */
function refusalOf(error: unknown): string {
  const fields = asObject(error) ?? {};
  if (fields.order_no === 'Duplicate orderId') return 'duplicate-order';
  const names = Object.keys(fields).filter((name) => /^[a-z_]{1,40}$/.test(name));
  return `preload: ${names.slice(0, 5).join(', ') || 'no reason given'}`;
}

const unreadableAnswer = { kind: 'unknown', cause: 'the answer of Moneris Checkout is unreadable' } as const;

function readResponse(text: string): Json | null {
  return asObject(asObject(parseJson(text))?.response);
}
