import type { FastifyReply, FastifyRequest } from 'fastify';
import { nothingDone } from '../../adapters/call-json.ts';
import { faultOf, loseReply as lose } from '../party-server.ts';
import type { Circumstances } from './charges.ts';

/*
 * The faults that the header `Sandbox-Fault` causes in the merchant's calls:
 *
 *   CardPaymentUnavailable  every call: 503, and the processor says that it did nothing
 *   CardPaymentReplyLost    capture, charge, refund: done and committed, then the connection breaks. A look-up that
 *                           would return a charge breaks too, so that the outcome stays unknown
 *   CardPaymentDeclined     capture, charge: the issuer refuses
 *   CardPaymentExpired      capture: the hold has lapsed, and is released; charge: refused alike
 *   BindIncomplete          capture, charge: a bare 500 before anything is done; a look-up works and finds no charge
 *
 * All other faults are caused elsewhere, and ignored here.
 */

/** Faults of the connection, before the call is read. Returns true when the call was answered. */
export function breakLine(request: FastifyRequest, reply: FastifyReply): boolean {
  if (faultOf(request) !== 'CardPaymentUnavailable') return false;
  reply.code(503).send({ reason: nothingDone });
  return true;
}

/** Faults before money moves. Returns true when the call was answered and no money may move. */
export function breakBeforeCharge(request: FastifyRequest, reply: FastifyReply): boolean {
  if (faultOf(request) !== 'BindIncomplete') return false;
  reply.code(500).send({});
  return true;
}

export function chargeFaultOf(request: FastifyRequest): Circumstances['fault'] {
  switch (faultOf(request)) {
    case 'CardPaymentDeclined':
      return 'declined';
    case 'CardPaymentExpired':
      return 'expired';
    default:
      return null;
  }
}

/** Faults after money moved, or was found to have moved. Returns true when the reply is lost. */
export function loseReply(request: FastifyRequest, reply: FastifyReply): boolean {
  if (faultOf(request) !== 'CardPaymentReplyLost') return false;
  lose(request, reply);
  return true;
}
