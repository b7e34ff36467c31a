import { lenderCancelRequest, lenderContractRequest, lenderPlanRequest } from '@northbind/contract/lender/schemas.ts';
import { Type } from '@northbind/contract/type.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Static } from 'typebox';
import { noLoanRuns } from '../../adapters/sandbox-lender/loan-standing.ts';
import type { ContractRequest, LoanRefund, PlanRequest } from '../../ports/lender.ts';
import { transact } from '../../store/database.ts';
import type { PartyParts } from '../party.ts';
import { faultOf, loseReply, requireToken } from '../party-server.ts';
import { keepCancelFault, takeCancelFault } from './cancel-fault.ts';
import { cancelContract, findContract, listLoans, setDefault } from './contract-records.ts';
import { type Judgement, judgePlanRequest } from './judge-request.ts';
import { writeContract, writeForeignContract } from './write-contract.ts';

/*
 * The faults that the header `Sandbox-Fault` causes in the service's calls:
 *
 *   FinancingUnavailable       every call: the connection breaks before anything is done
 *   FinancingDeclined          plans, a new contract: refused
 *   FinancingReplyLost         a contract or its cancellation: written and committed, then the connection breaks. A
 *                              look-up that would return the contract breaks too, so that the outcome stays unknown
 *   LenderOwesMore             a cancellation: 300.00 less goes to the loan than is owed, so that more is the customer's
 *   LenderOwesLess             a cancellation: 300.00 more, as far as refund and loan allow
 *   PolicyNumberInUseByLender  a new contract: another broker's is written under the number first
 *
 * All other faults are caused elsewhere, and ignored here. A loan may be cancelled by a job, minutes after the call
 * that asks for a fault of it, so such a fault is kept until the loan's next cancellation meets it.
 */

/** The lender protocol of `contract/lender`, of which this is the reference, and the sandbox's ledger. */
export function addLenderApi(app: FastifyInstance, { database, token, clock }: PartyParts): void {
  requireToken(app, token);
  app.addHook('onRequest', async (request, reply) => {
    if (faultOf(request) === 'FinancingUnavailable') loseReply(request, reply);
  });

  app.post<{ Body: PlanRequest }>('/v1/plans', { schema: { body: lenderPlanRequest } }, (request, reply) => {
    if (faultOf(request) === 'FinancingDeclined') return refuse(reply, 'declined');
    return answer(reply, judgePlanRequest(request.body), (options) => ({ options }));
  });

  app.put<ContractRoute>(
    '/v1/contracts/:policyNumber',
    { schema: { body: lenderContractRequest } },
    async (request, reply) => {
      const contract = { ...request.body, ...request.params };
      const fault = faultOf(request);
      const now = clock();
      if (fault === 'PolicyNumberInUseByLender') await writeForeignContract(database, { request: contract, now });
      const isDeclined = fault === 'FinancingDeclined';
      const written = await transact(database, (tx) => writeContract(tx, { request: contract, isDeclined, now }));
      if (fault === 'FinancingReplyLost') return loseReply(request, reply);
      return answer(reply, written, (value) => ({ contract: value }));
    },
  );

  // 200 when there is none, not 404: a wrong URL must never read as "there is no loan".
  app.get<PolicyRoute>('/v1/contracts/:policyNumber', async (request, reply) => {
    const contract = await findContract(database, request.params.policyNumber);
    if (contract !== null && faultOf(request) === 'FinancingReplyLost') return loseReply(request, reply);
    return reply.send({ contract });
  });

  app.post<CancelRoute>(
    '/v1/contracts/:policyNumber/cancel',
    { schema: { body: lenderCancelRequest } },
    async (request, reply) => {
      const kept = await takeCancelFault(database, { policyNumber: request.params.policyNumber });
      if (kept === 'FinancingUnavailable') return loseReply(request, reply);
      const fault = kept ?? faultOf(request);
      const tooMuchCents = otherwiseCents[fault ?? ''] ?? 0;
      const cancellation = { ...request.params, refund: request.body.refund ?? null, now: clock(), tooMuchCents };
      const cancelled = await transact(database, (tx) => cancelContract(tx, cancellation));
      if (fault === 'FinancingReplyLost') return loseReply(request, reply);
      return reply.send(cancelled);
    },
  );

  app.post<{ Body: Static<typeof cancelFault> }>(
    '/cancel-faults',
    { schema: { body: cancelFault } },
    async ({ body: { policyNumber, fault } }) => {
      await keepCancelFault(database, policyNumber, fault);
      return {};
    },
  );

  app.post<{ Body: Static<typeof standing> }>(
    '/standings',
    { schema: { body: standing } },
    async ({ body: { policyNumber, inDefaultSince } }, reply) =>
      (await setDefault(database, { policyNumber, inDefaultSince })) ? {} : refuse(reply, noLoanRuns),
  );

  const querystring = Type.Object({
    customerReference: Type.String({ minLength: 1, maxLength: 200 }),
    day: Type.String({ format: 'date' }),
  });
  app.get<{ Querystring: Static<typeof querystring> }>('/ledger', { schema: { querystring } }, async (request) => ({
    loans: await listLoans(database, { customerReference: request.query.customerReference, day: request.query.day }),
  }));
}

const cancelFault = Type.Object({
  policyNumber: Type.String({ minLength: 1, maxLength: 200 }),
  fault: Type.Union([
    Type.Literal('FinancingReplyLost'),
    Type.Literal('FinancingUnavailable'),
    Type.Literal('LenderOwesLess'),
    Type.Literal('LenderOwesMore'),
    Type.Null(),
  ]),
});

/** What the lender takes for the loan beside what is owed. */
const otherwiseCents: Readonly<Record<string, number>> = { LenderOwesMore: -30_000, LenderOwesLess: 30_000 };

const standing = Type.Object({
  policyNumber: Type.String({ minLength: 1, maxLength: 200 }),
  inDefaultSince: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
});

interface PolicyRoute {
  Params: { readonly policyNumber: string };
}

interface ContractRoute extends PolicyRoute {
  Body: Omit<ContractRequest, 'policyNumber'>;
}

interface CancelRoute extends PolicyRoute {
  Body: { readonly refund?: LoanRefund | null };
}

function answer<T>(reply: FastifyReply, judgement: Judgement<T>, body: (value: T) => object): FastifyReply {
  return judgement.ok ? reply.send(body(judgement.value)) : refuse(reply, judgement.reason);
}

function refuse(reply: FastifyReply, reason: string): FastifyReply {
  return reply.code(422).send({ reason });
}
