import { isSandboxFault, type SandboxFault } from '@northbind/contract/sandbox-faults.ts';
import type { FastifyRequest } from 'fastify';

/** The failure that a sandbox call asks for with its `Sandbox-Fault` header. Ignored in production. */
export function faultOf(request: FastifyRequest): SandboxFault | null {
  const value = request.headers['sandbox-fault'];
  return typeof value === 'string' && isSandboxFault(value) ? value : null;
}
