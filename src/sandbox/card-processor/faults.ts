import type { FastifyReply, FastifyRequest } from 'fastify';
import { nothingDone } from '../../adapters/call-json.ts';
import type { ChargeFault } from './charges.ts';

/*
 * What the merchant's calls can be made to suffer, with the header `Sandbox-Fault`:
 *
 *   CardPaymentUnavailable  every call: 503, and the processor says that it did nothing
 *   CardPaymentReplyLost    capture, charge, refund: done and committed, then the connection breaks. A look-up that
 *                           would tell of a charge breaks too, or the caller would learn at once what it must not know
 *                           yet
 *   CardPaymentDeclined     capture, charge: the issuer refuses
 *   CardPaymentExpired      capture: the hold has lapsed, and is released; charge: refused alike
 *   BindIncomplete          capture, charge: a bare 500 before anything is done; a look-up works and finds no charge
 *
 * A fault that names none of the processor's calls is another party's to make, and ignored.
 */

/** Faults of the line, before the call is looked at. True: the call was dealt with. */
export function breakLine(request: FastifyRequest, reply: FastifyReply): boolean {
  if (faultOf(request) !== 'CardPaymentUnavailable') return false;
  reply.code(503).send({ reason: nothingDone });
  return true;
}

/** Before money is moved. True: the call was dealt with, and no money is moved. */
export function breakBeforeCharge(request: FastifyRequest, reply: FastifyReply): boolean {
  if (faultOf(request) !== 'BindIncomplete') return false;
  reply.code(500).send({});
  return true;
}

export function chargeFaultOf(request: FastifyRequest): ChargeFault {
  switch (faultOf(request)) {
    case 'CardPaymentDeclined':
      return 'declined';
    case 'CardPaymentExpired':
      return 'expired';
    default:
      return null;
  }
}

/** After money was moved, or was found to have been. True: the reply is lost. */
export function loseReply(request: FastifyRequest, reply: FastifyReply): boolean {
  if (faultOf(request) !== 'CardPaymentReplyLost') return false;
  reply.hijack();
  request.raw.socket.destroy();
  return true;
}

function faultOf(request: FastifyRequest): string | undefined {
  const value = request.headers['sandbox-fault'];
  return typeof value === 'string' ? value : undefined;
}
