import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import type { CallContext, Outcome } from '../../ports/outcome.ts';
import { callJson } from '../call-json.ts';

const loan = Type.Object({
  loanNumber: Type.String({ minLength: 1 }),
  amountCents: Type.Integer({ minimum: 0 }),
  status: Type.Union([Type.Literal('Active'), Type.Literal('Cancelled')]),
});
const ledgerAnswer = Type.Object({ loans: Type.Array(loan) });

/** A loan on the lender's record. The amount is what was lent: the total less the down payment. */
export type Loan = Readonly<Static<typeof loan>>;

/** Of this machine, in milliseconds. */
const timeoutMs = 10_000;

/**
 * Reads what the sandbox lender has on record for an application. Not part of the protocol, because a real lender does
 * not offer it. A requested fault is not passed on: partners read the ledger to see what a fault left behind.
 */
export function makeLoanLedger(address: {
  readonly origin: string;
  readonly token: string;
}): (customerReference: string, context: CallContext) => Promise<Outcome<readonly Loan[]>> {
  return async (customerReference, context) => {
    const outcome = await callJson({
      method: 'GET',
      url: `${address.origin}/ledger?${new URLSearchParams({ customerReference })}`,
      token: address.token,
      timeoutMs,
      context,
      isAnswer: (body): body is Static<typeof ledgerAnswer> => Check(ledgerAnswer, body),
    });
    return outcome.kind === 'done' ? { kind: 'done', value: outcome.value.loans } : outcome;
  };
}
