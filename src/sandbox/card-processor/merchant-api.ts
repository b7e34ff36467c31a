import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PartyParts } from '../party.ts';
import { requireToken } from '../party-server.ts';
import {
  type CaptureRequest,
  captureHold,
  chargeSavedCard,
  type HoldRequest,
  releaseHold,
  type SavedCardRequest,
} from './charges.ts';
import { type OpenRequest, openCheckout, readCheckout } from './checkouts.ts';
import { breakBeforeCharge, breakLine, chargeFaultOf, loseReply } from './faults.ts';
import { findPayment } from './find-payment.ts';
import { readLedger } from './ledger.ts';
import * as schemas from './merchant-schemas.ts';
import { type RefundRequest, refundCharge } from './refunds.ts';
import { type Judged, refusalStatuses } from './refusal.ts';

/**
 * The API under `/api` for the merchant's server, with the merchant's token: 200 with what was done, or the reason of a
 * refusal.
 */
export function addMerchantApi(app: FastifyInstance, { database, token, clock }: PartyParts): void {
  requireToken(app, token);
  app.addHook('onRequest', async (request, reply) => {
    if (breakLine(request, reply)) return reply;
  });

  app.post<{ Body: OpenRequest }>('/checkouts', { schema: { body: schemas.open } }, async (request, reply) =>
    answer(reply, await openCheckout(database, request.body, clock())),
  );
  // A POST, because the ticket must not be in a URL.
  app.post<ReadRoute>('/checkouts/read', { schema: { body: schemas.read } }, async (request, reply) =>
    answer(reply, await readCheckout(database, request.body, clock())),
  );

  app.post<{ Body: CaptureRequest }>('/captures', { schema: { body: schemas.capture } }, async (request, reply) => {
    if (breakBeforeCharge(request, reply)) return reply;
    const circumstances = { now: clock(), fault: chargeFaultOf(request) };
    const captured = await captureHold(database, request.body, circumstances);
    return loseReply(request, reply) ? reply : answer(reply, captured);
  });
  app.post<{ Body: SavedCardRequest }>('/charges', { schema: { body: schemas.charge } }, async (request, reply) => {
    if (breakBeforeCharge(request, reply)) return reply;
    const circumstances = { now: clock(), fault: chargeFaultOf(request) };
    const charged = await chargeSavedCard(database, request.body, circumstances);
    return loseReply(request, reply) ? reply : answer(reply, charged);
  });
  app.post<{ Body: HoldRequest }>('/releases', { schema: { body: schemas.hold } }, async (request, reply) =>
    answer(reply, await releaseHold(database, request.body)),
  );
  app.post<{ Body: RefundRequest }>('/refunds', { schema: { body: schemas.refund } }, async (request, reply) => {
    const refunded = await refundCharge(database, request.body, clock());
    return loseReply(request, reply) ? reply : answer(reply, refunded);
  });

  // 200 when there is nothing, not 404: a wrong URL must never read as "nothing was charged".
  app.get<FindRoute>('/payments', { schema: { querystring: schemas.find } }, async (request, reply) => {
    const found = await findPayment(database, request.query.orderKey);
    return found.status === 'captured' && loseReply(request, reply) ? reply : reply.send(found);
  });
  app.get<LedgerRoute>('/ledger', { schema: { querystring: schemas.ledger } }, async (request) =>
    readLedger(database, request.query.customerReference),
  );
}

interface ReadRoute {
  Body: { readonly orderKey: string; readonly ticket: string };
}

interface FindRoute {
  Querystring: { readonly orderKey: string };
}

interface LedgerRoute {
  Querystring: { readonly customerReference: string };
}

function answer(reply: FastifyReply, judged: Judged<object>): FastifyReply {
  if (judged.ok) return reply.send(judged.value);
  return reply.code(refusalStatuses[judged.reason]).send({ reason: judged.reason });
}
