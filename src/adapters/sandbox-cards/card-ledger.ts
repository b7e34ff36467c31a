import type { CallContext, Outcome } from '../../ports/outcome.ts';
import { type CardLedger, isLedger } from './answers.ts';
import { makeCaller, type ProcessorAddress } from './caller.ts';

export type { CardLedger };

/**
 * What the sandbox processor itself has on record for an application: no call of the port, because a real processor has
 * none that a partner may see. A fault asked for is not passed on: the ledger is there to see what a fault left behind.
 */
export function makeCardLedger(
  address: ProcessorAddress,
): (customerReference: string, context: CallContext) => Promise<Outcome<CardLedger>> {
  const call = makeCaller(address);
  return (customerReference, context) =>
    call.get('/api/ledger', { customerReference }, isLedger, { ...context, fault: null });
}
