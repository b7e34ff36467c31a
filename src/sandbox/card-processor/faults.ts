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
 *   CardChargeUnknown       capture, charge: done and committed, then the connection breaks; so does every look-up of
 *                           it, with or without the header, until the sandbox's clock is moved without the fault
 *   CardPaymentDeclined     capture, charge: the issuer refuses
 *   CardRefundDeclined      refund: the issuer refuses it for good, and every later refund of the charge
 *   CardPaymentExpired      capture: the hold has lapsed, and is released; charge: refused alike
 *   BindIncomplete          capture, charge: a bare 500 before anything is done; a look-up works and finds no charge
 *
 * All other faults are caused elsewhere, and ignored here. A refund may be made by a job, minutes after the call that
 * asks for a fault of it, so such a fault is kept until the customer's next refund meets it.
 */

/** Faults of the connection, before the call is read. Returns true when the call was answered. */
export function breakLine(request: FastifyRequest, reply: FastifyReply): boolean {
  return refuseAway(faultOf(request), reply);
}

/** The same for a fault that was kept for this call. */
export function refuseAway(fault: string | null, reply: FastifyReply): boolean {
  if (fault !== 'CardPaymentUnavailable') return false;
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
export function loseReply(request: FastifyRequest, reply: FastifyReply, kept: string | null = null): boolean {
  const fault = kept ?? faultOf(request);
  if (fault !== 'CardPaymentReplyLost' && fault !== 'CardChargeUnknown') return false;
  lose(request, reply);
  return true;
}

/** The look-up of a payment of which the processor says nothing. Returns true when the reply is lost. */
export function keepSilent(request: FastifyRequest, reply: FastifyReply, isSilent: boolean): boolean {
  if (isSilent) lose(request, reply);
  return isSilent;
}
