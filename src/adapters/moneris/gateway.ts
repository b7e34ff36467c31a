import type { Exchange } from '../exchange.ts';
import { type GatewayAnswer, readGatewayAnswer } from './gateway-answer.ts';
import { ask, post } from './post.ts';
import type { MonerisTimeouts } from './timeouts.ts';
import { writeXml, type XmlContent } from './xml.ts';

/** The Moneris gateway: one XML request for each follow-up on an order, and for a charge of a saved card. */
export function makeGateway(endpoint: GatewayEndpoint) {
  const send = async (
    how: typeof post,
    request: GatewayRequest,
    deadline: AbortSignal,
    isStatusCheck: boolean,
  ): Promise<GatewayReply> => {
    const body = writeXml('request', [
      ['store_id', endpoint.storeId],
      ['api_token', endpoint.apiToken],
      ...(isStatusCheck ? [['status_check', 'true'] as const] : []),
      [request.type, request.fields],
    ]);
    const result = await how({
      url: endpoint.url,
      contentType: 'text/xml; charset=utf-8',
      body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
      connectMs: endpoint.timeouts.connectMs,
      deadline,
    });
    if (result.kind !== 'answered') return result;
    const answer = readGatewayAnswer(result.text);
    if (answer === null) return { kind: 'unknown', cause: `the gateway's answer to ${request.type} is unreadable` };
    return { kind: 'answered', answer };
  };
  return {
    /** Moves money: sent once, never retried. */
    act: (request: GatewayRequest) => send(post, request, AbortSignal.timeout(endpoint.timeouts.callMs), false),
    /** The same request with the status flag only returns what became of it. */
    checkStatus: (request: GatewayRequest, deadline: AbortSignal) => send(ask, request, deadline, true),
  };
}

export type Gateway = ReturnType<typeof makeGateway>;

export interface GatewayRequest {
  readonly type: GatewayTransaction;
  readonly fields: readonly (readonly [name: string, content: XmlContent])[];
}

export type GatewayTransaction =
  | 'preauth'
  | 'completion'
  | 'card_verification'
  | 'res_purchase_cc'
  | 'refund'
  | 'purchasecorrection';

export type GatewayReply =
  | { readonly kind: 'answered'; readonly answer: GatewayAnswer }
  | Exclude<Exchange, { kind: 'answered' }>;

export interface GatewayEndpoint {
  readonly url: string;
  readonly storeId: string;
  readonly apiToken: string;
  readonly timeouts: MonerisTimeouts;
}
