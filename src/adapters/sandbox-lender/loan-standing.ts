import { Type } from '@northbind/contract/type.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { CallContext, Outcome } from '../../ports/outcome.ts';
import { type JsonParty, makeJsonCaller } from '../call-json.ts';

/** The reason by which the sandbox lender refuses it. */
export const noLoanRuns = 'no loan runs under the number';

/**
 * Tells the sandbox lender that the customer of a loan pays no installment from a day on; null: that all is paid. Not
 * part of the protocol: a real lender knows by itself.
 */
export function makeLoanStanding({ origin, token }: JsonParty) {
  const ask = makeJsonCaller({ origin, token, timeoutMs: 10_000 });
  return (policyNumber: string, inDefaultSince: PlainDate | null, context: CallContext): Promise<Outcome<unknown>> =>
    ask('POST /standings', Type.Object({}), { ...context, fault: null }, { policyNumber, inDefaultSince });
}
