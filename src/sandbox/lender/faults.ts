import type { SandboxFault } from '@northbind/contract/sandbox-faults.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/*
 * The faults that the header `Sandbox-Fault` causes in the service's calls:
 *
 *   FinancingUnavailable       every call: the connection breaks before anything is done
 *   FinancingDeclined          plans, a new contract: refused
 *   FinancingReplyLost         a contract: written and committed, then the connection breaks. A look-up that would
 *                              return it breaks too, so that the outcome stays unknown
 *   PolicyNumberInUseByLender  a new contract: another broker's is written under the number first
 *
 * All other faults are caused elsewhere, and ignored here.
 */
const lenderFaults = [
  'FinancingUnavailable',
  'FinancingDeclined',
  'FinancingReplyLost',
  'PolicyNumberInUseByLender',
] as const satisfies readonly SandboxFault[];

export type LenderFault = (typeof lenderFaults)[number];

export function lenderFaultOf(request: FastifyRequest): LenderFault | null {
  const value = request.headers['sandbox-fault'];
  return lenderFaults.find((fault) => fault === value) ?? null;
}

/** Faults of the connection, before anything is done. */
export async function breakLine(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (lenderFaultOf(request) === 'FinancingUnavailable') loseReply(request, reply);
}

/** Breaks the connection, so that the caller does not know whether something was done. */
export function loseReply(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}
