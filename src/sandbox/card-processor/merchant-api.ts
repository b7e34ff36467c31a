import type { FastifyInstance, FastifyReply, FastifyTypeProvider } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { PartyParts } from '../party.ts';
import { faultOf, requireToken } from '../party-server.ts';
import { captureHold, chargeSavedCard, releaseHold } from './charges.ts';
import { openCheckout, readCheckout } from './checkouts.ts';
import { recordDispute } from './disputes.ts';
import { breakBeforeCharge, breakLine, chargeFaultOf, keepSilent, loseReply, refuseAway } from './faults.ts';
import { findPayment } from './find-payment.ts';
import { answerAgain, isSilent, keepRefundFault, silence, takeRefundFault } from './kept-faults.ts';
import { listCharges, readLedger } from './ledger.ts';
import * as schemas from './merchant-schemas.ts';
import { writePayoutFile } from './payout-file.ts';
import { refundCharge } from './refunds.ts';
import { type Judged, refusalStatuses } from './refusal.ts';

/**
 * The API under `/api` for the merchant's server, with the merchant's token: 200 with what was done, or the reason of a
 * refusal.
 */
export function addMerchantApi(untyped: FastifyInstance, { database, token, clock }: PartyParts): void {
  const app = untyped.withTypeProvider<TypesOfSchemas>();
  requireToken(untyped, token);
  app.addHook('onRequest', async (request, reply) => {
    if (breakLine(request, reply)) return reply;
  });

  app.post('/checkouts', { schema: { body: schemas.open } }, async (request, reply) =>
    answer(reply, await openCheckout(database, request.body, clock())),
  );
  // A POST, because the ticket must not be in a URL.
  app.post('/checkouts/read', { schema: { body: schemas.read } }, async (request, reply) =>
    answer(reply, await readCheckout(database, request.body, clock())),
  );

  app.post('/captures', { schema: { body: schemas.capture } }, async (request, reply) => {
    if (breakBeforeCharge(request, reply)) return reply;
    const circumstances = { now: clock(), fault: chargeFaultOf(request) };
    const captured = await captureHold(database, request.body, circumstances);
    if (faultOf(request) === 'CardChargeUnknown') await silence(database, { orderKey: request.body.orderKey });
    return loseReply(request, reply) ? reply : answer(reply, captured);
  });
  app.post('/charges', { schema: { body: schemas.charge } }, async (request, reply) => {
    if (breakBeforeCharge(request, reply)) return reply;
    const circumstances = { now: clock(), fault: chargeFaultOf(request) };
    const charged = await chargeSavedCard(database, request.body, circumstances);
    if (faultOf(request) === 'CardChargeUnknown') await silence(database, { orderKey: request.body.orderKey });
    return loseReply(request, reply) ? reply : answer(reply, charged);
  });
  app.post('/charges/list', { schema: { body: schemas.list } }, async ({ body }) =>
    listCharges(database, body.orderKeys),
  );
  app.post('/releases', { schema: { body: schemas.hold } }, async (request, reply) =>
    answer(reply, await releaseHold(database, request.body)),
  );
  app.post('/refunds', { schema: { body: schemas.refund } }, async (request, reply) => {
    const kept = await takeRefundFault(database, { orderKey: request.body.orderKey });
    if (refuseAway(kept, reply)) return reply;
    const isDeclined = (kept ?? faultOf(request)) === 'CardRefundDeclined';
    const refunded = await refundCharge(database, request.body, { now: clock(), isDeclined });
    return loseReply(request, reply, kept) ? reply : answer(reply, refunded);
  });

  // 200 when there is nothing, not 404: a wrong URL must never read as "nothing was charged".
  app.get('/payments', { schema: { querystring: schemas.find } }, async (request, reply) => {
    const { orderKey } = request.query;
    if (keepSilent(request, reply, await isSilent(database, { orderKey }))) return reply;
    const found = await findPayment(database, orderKey);
    return found.status === 'captured' && loseReply(request, reply) ? reply : reply.send(found);
  });
  app.post('/refund-faults', { schema: { body: schemas.refundFault } }, async ({ body }) => {
    await keepRefundFault(database, body.customerReference, body.fault);
    return {};
  });
  app.post('/speech', { schema: { body: schemas.speech } }, async ({ body }) => {
    await answerAgain(database, { customerReference: body.customerReference });
    return {};
  });
  app.post('/disputes', { schema: { body: schemas.dispute } }, async (request, reply) =>
    answer(reply, await recordDispute(database, request.body, clock())),
  );
  app.get('/payouts', { schema: { querystring: schemas.payoutFile } }, async (request, reply) =>
    reply.type('text/csv; charset=utf-8').send(await writePayoutFile(database, request.query)),
  );
  app.get('/ledger', { schema: { querystring: schemas.ledger } }, async (request) =>
    readLedger(database, request.query.customerReference),
  );
}

/** Gives a request the types of its schemas. */
interface TypesOfSchemas extends FastifyTypeProvider {
  readonly validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

function answer(reply: FastifyReply, judged: Judged<object>): FastifyReply {
  if (judged.ok) return reply.send(judged.value);
  const { reason, codes } = judged;
  // A declined card's codes are part of its reason: `declined: 51 26`.
  return reply.code(refusalStatuses[reason]).send({ reason: codes === null ? reason : `${reason}: ${codes}` });
}
