import {
  lenderCancelAnswer,
  lenderContractAnswer,
  lenderFindAnswer,
  lenderPlansAnswer,
  loanTermNotOffered,
  policyNumberInUse,
} from '@northbind/contract/lender/schemas.ts';
import { type Lender, listLoansByFind } from '../../ports/lender.ts';
import { mapDone, type ReasonCode } from '../../ports/outcome.ts';
import { type JsonParty, makeJsonCaller } from '../call-json.ts';

/** The protocol wants an answer within this time; a bind should not wait longer to be told to repeat it. */
const timeoutMs = 10_000;

/** A lender that speaks the protocol of `contract/lender`: the operator's in production, or the sandbox's own. */
export function makeHttpLender(lender: JsonParty): Lender {
  const ask = makeJsonCaller({ timeoutMs, ...lender });
  const find: Lender['find'] = async (policyNumber, context) =>
    mapDone(await ask(`GET ${contractPath(policyNumber)}`, lenderFindAnswer, context), ({ contract }) => contract);
  return {
    pricePlans: async (request, context) =>
      mapDone(await ask('POST /v1/plans', lenderPlansAnswer, context, request), ({ options }) => options),

    createContract: async ({ policyNumber, ...body }, context) => {
      const outcome = await ask(`PUT ${contractPath(policyNumber)}`, lenderContractAnswer, context, body);
      if (outcome.kind === 'refused') {
        const reasonCode = reasonCodes.get(outcome.reason);
        return reasonCode === undefined ? outcome : { ...outcome, reasonCode };
      }
      // A lender must not answer so. What is on record, and whose it is, is then found by a look-up.
      if (outcome.kind === 'done' && outcome.value.contract.attemptKey !== body.attemptKey)
        return { kind: 'unknown', cause: 'answered with the contract of another attempt' };
      return mapDone(outcome, ({ contract }) => contract);
    },

    find,
    listLoans: (policyNumbers, context) => listLoansByFind(find, policyNumbers, context),

    cancel: async (policyNumber, refund, context) => {
      const outcome = await ask(`POST ${contractPath(policyNumber)}/cancel`, lenderCancelAnswer, context, { refund });
      if (outcome.kind !== 'done') return outcome;
      const { toLoanCents, collectedCents, givenBackCents } = outcome.value;
      // A lender must not answer so, and nobody may be told of such money: a person has to ask it.
      if (givenBackCents > collectedCents)
        return { kind: 'unknown', cause: 'it says that it gives back more than it has collected' };
      return { kind: 'done', value: { toLoanCents, collectedCents, givenBackCents } };
    },
  };
}

const reasonCodes: ReadonlyMap<string, ReasonCode> = new Map([
  [policyNumberInUse, 'policy-number-in-use'],
  [loanTermNotOffered, 'loan-term-not-offered'],
]);

function contractPath(policyNumber: string): string {
  return `/v1/contracts/${encodeURIComponent(policyNumber)}`;
}
