import { lenderContractRequest, lenderPlanRequest } from '@northbind/contract/lender/schemas.ts';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../domain/calendar/calendar.ts';
import type { Log } from '../../domain/log.ts';
import type { ContractRequest, PlanRequest } from '../../ports/lender.ts';
import { type Database, transact } from '../../store/database.ts';
import { cancelContract, findContract, listLoans, lockNumber } from './contract-records.ts';
import { breakLine, lenderFaultOf, loseReply } from './faults.ts';
import { guardRequests } from './guard-requests.ts';
import { type Judgement, judgePlanRequest } from './judge-request.ts';
import { writeContract, writeForeignContract } from './write-contract.ts';

export interface LenderParts {
  readonly database: Database;
  readonly token: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** The lender protocol of `contract/lender`, of which this is the reference, and the sandbox's ledger. */
export function buildLenderServer({ database, token, clock, log }: LenderParts): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    // A call that hangs by a fault has to end with the server.
    forceCloseConnections: true,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, keywords: ['x-component'] } },
  });
  guardRequests(app, { token, log });
  app.addHook('onRequest', breakLine);

  app.post<{ Body: PlanRequest }>('/v1/plans', { schema: { body: lenderPlanRequest } }, (request, reply) => {
    if (lenderFaultOf(request) === 'FinancingDeclined') return refuse(reply, 'declined');
    return answer(reply, judgePlanRequest(request.body), (options) => ({ options }));
  });

  app.put<ContractRoute>(
    '/v1/contracts/:policyNumber',
    { schema: { body: lenderContractRequest } },
    async (request, reply) => {
      const contract = { ...request.body, ...request.params };
      const fault = lenderFaultOf(request);
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
    if (contract !== null && lenderFaultOf(request) === 'FinancingReplyLost') return loseReply(request, reply);
    return reply.send({ contract });
  });

  app.post<PolicyRoute>('/v1/contracts/:policyNumber/cancel', async (request, reply) => {
    const { policyNumber } = request.params;
    await transact(database, async (tx) => {
      await lockNumber(tx, policyNumber);
      await cancelContract(tx, policyNumber, clock());
    });
    return reply.send({});
  });

  app.get<LedgerRoute>('/ledger', { schema: { querystring: ledgerQuery } }, async (request) => ({
    loans: await listLoans(database, request.query.customerReference),
  }));
  return app;
}

const ledgerQuery = Type.Object({ customerReference: Type.String({ minLength: 1, maxLength: 200 }) });

interface PolicyRoute {
  Params: { readonly policyNumber: string };
}

interface ContractRoute extends PolicyRoute {
  Body: Omit<ContractRequest, 'policyNumber'>;
}

interface LedgerRoute {
  Querystring: { readonly customerReference: string };
}

function answer<T>(reply: FastifyReply, judgement: Judgement<T>, body: (value: T) => object): FastifyReply {
  return judgement.ok ? reply.send(body(judgement.value)) : refuse(reply, judgement.reason);
}

function refuse(reply: FastifyReply, reason: string): FastifyReply {
  return reply.code(422).send({ reason });
}
