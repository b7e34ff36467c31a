import type { CallContext, Outcome } from '../../ports/outcome.ts';
import { type CardLedger, isLedger } from './answers.ts';
import { makeCaller, type ProcessorAddress } from './caller.ts';

export type { CardLedger };

/**
 * Reads what the sandbox processor has on record for an application. Not part of the port, because a real processor
 * does not offer it. A requested fault is not passed on: partners read the ledger to see what a fault left behind.
 */
export function makeCardLedger(
  address: ProcessorAddress,
): (customerReference: string, context: CallContext) => Promise<Outcome<CardLedger>> {
  const call = makeCaller(address);
  return (customerReference, context) =>
    call.get('/api/ledger', { customerReference }, isLedger, { ...context, fault: null });
}
