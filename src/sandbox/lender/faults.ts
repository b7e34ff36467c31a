import type { SandboxFault } from '@northbind/contract/sandbox-faults.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/*
 * What the service's calls can be made to suffer, with the header `Sandbox-Fault`:
 *
 *   FinancingUnavailable       every call: the connection breaks before anything is done
 *   FinancingDeclined          plans, a new contract: refused
 *   FinancingReplyLost         a contract: written and committed, then the connection breaks. A look-up that would tell
 *                              of it breaks too, or the caller would learn at once what it must not know yet
 *   PolicyNumberInUseByLender  a new contract: someone else's is written under the number first
 *
 * Any other fault is another party's to make, and ignored.
 */
export type LenderFault = Extract<
  SandboxFault,
  'FinancingUnavailable' | 'FinancingDeclined' | 'FinancingReplyLost' | 'PolicyNumberInUseByLender'
>;

export function lenderFaultOf(request: FastifyRequest): LenderFault | null {
  const value = request.headers['sandbox-fault'];
  return lenderFaults.find((fault) => fault === value) ?? null;
}

/** Faults of the line, before anything is done. */
export async function breakLine(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (lenderFaultOf(request) === 'FinancingUnavailable') loseReply(request, reply);
}

/** The caller can't tell whether something was done. */
export function loseReply(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}

const lenderFaults: readonly LenderFault[] = [
  'FinancingUnavailable',
  'FinancingDeclined',
  'FinancingReplyLost',
  'PolicyNumberInUseByLender',
];
