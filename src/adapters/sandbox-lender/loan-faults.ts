import { Type } from '@northbind/contract/type.ts';
import type { CallContext, Outcome } from '../../ports/outcome.ts';
import { type JsonParty, makeJsonCaller } from '../call-json.ts';

/** Keeps a fault for the next cancellation of a loan; null: none. Not part of the protocol: a real lender has none. */
export function makeLoanFaults({ origin, token }: JsonParty) {
  const ask = makeJsonCaller({ origin, token, timeoutMs: 10_000 });
  return (policyNumber: string, fault: string | null, context: CallContext): Promise<Outcome<unknown>> =>
    ask('POST /cancel-faults', Type.Object({}), { ...context, fault: null }, { policyNumber, fault });
}
