import { nullable } from '@northbind/contract/schemas/scalars.ts';
import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import type { PlainDate } from '../../domain/calendar.ts';
import { type CallContext, mapDone, type Outcome } from '../../ports/outcome.ts';
import { type JsonParty, makeJsonCaller } from '../call-json.ts';

const loan = Type.Object({
  loanNumber: Type.String({ minLength: 1 }),
  amountCents: Type.Integer({ minimum: 0 }),
  status: Type.Enum(['Active', 'InDefault', 'Cancelled']),
  cancelledOn: nullable(Type.String({ format: 'date' })),
  refundedCents: Type.Integer({ minimum: 0 }),
  collectedCents: Type.Integer({ minimum: 0 }),
  givenBackCents: Type.Integer({ minimum: 0 }),
});
const ledger = Type.Object({ loans: Type.Array(loan) });

/**
 * A loan on the lender's record. The amount is what was lent: the total less the down payment; `refundedCents` is what
 * of the policy's refund went to it, `collectedCents` what the customer has paid in installments, and `givenBackCents`
 * what of that the lender gave back itself.
 */
export type Loan = Readonly<Static<typeof loan>>;

/**
 * Reads what the sandbox lender has on record for an application, as it stands on a day: `Cancelled` is a loan from its
 * own day on. Not part of the protocol, because a real lender does
 * not offer it. A requested fault is not passed on: partners read the ledger to see what a fault left behind.
 */
export function makeLoanLedger({ origin, token }: JsonParty) {
  const ask = makeJsonCaller({ origin, token, timeoutMs: 10_000 });
  return async (customerReference: string, day: PlainDate, context: CallContext): Promise<Outcome<readonly Loan[]>> => {
    const path = `/ledger?${new URLSearchParams({ customerReference, day })}`;
    return mapDone(await ask(`GET ${path}`, ledger, { ...context, fault: null }), ({ loans }) => loans);
  };
}
