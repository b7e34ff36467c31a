import { type Static, Type } from 'typebox';
import { type CallContext, mapDone, type Outcome } from '../../ports/outcome.ts';
import { type JsonParty, makeJsonCaller } from '../call-json.ts';

const loan = Type.Object({
  loanNumber: Type.String({ minLength: 1 }),
  amountCents: Type.Integer({ minimum: 0 }),
  status: Type.Enum(['Active', 'Cancelled']),
});
const ledger = Type.Object({ loans: Type.Array(loan) });

/** A loan on the lender's record. The amount is what was lent: the total less the down payment. */
export type Loan = Readonly<Static<typeof loan>>;

/**
 * Reads what the sandbox lender has on record for an application. Not part of the protocol, because a real lender does
 * not offer it. A requested fault is not passed on: partners read the ledger to see what a fault left behind.
 */
export function makeLoanLedger({ origin, token }: JsonParty) {
  const ask = makeJsonCaller({ origin, token, timeoutMs: 10_000 });
  return async (customerReference: string, context: CallContext): Promise<Outcome<readonly Loan[]>> => {
    const path = `/ledger?${new URLSearchParams({ customerReference })}`;
    return mapDone(await ask(`GET ${path}`, ledger, { ...context, fault: null }), ({ loans }) => loans);
  };
}
