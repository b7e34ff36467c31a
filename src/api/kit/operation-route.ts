import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '@northbind/contract/operation.ts';
import { faultsOfAnyCall, type SandboxFault } from '@northbind/contract/sandbox-faults.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { PlainDate } from '../../domain/calendar.ts';
import type { Language } from '../../domain/language.ts';
import { type Seller, todayOf } from '../../domain/partner/seller.ts';
import { Exhausted, Unavailable } from '../../domain/unavailable.ts';
import type { Reach } from '../../flows/call/reach.ts';
import { retryOnReferenceChange } from '../../flows/reference/retry-on-reference-change.ts';
import { type AdmissionParts, admitAgain, failAsAsked, faultOf, refuseOtherFault } from './admission.ts';
import {
  type Answer,
  contentTypeOf,
  languageOf,
  refused,
  sendEmpty,
  sendOperatorRefusal,
  sendRefusals,
} from './answer.ts';
import { type FormFault, isRecord, makeReader, unknownParameters } from './read-request.ts';

/** A request that was read and authenticated. */
export interface Call<O extends Operation> {
  readonly body: BodyOf<O>;
  readonly query: QueryOf<O>;
  readonly params: ParamsOf<O>;
  /** The seller that the token names. A token for all sellers of a client names none: see `reach`. */
  readonly seller: Seller;
  /** Whose things the token shows. */
  readonly reach: Reach;
  /** The version of the reference data by which the caller was admitted. What decides by them names it. */
  readonly judgedBy: string;
  /** It is the seller's day. */
  readonly today: PlainDate;
  readonly now: Date;
  readonly language: Language;
  readonly requestId: string;
  /** The failure that the call asks the sandbox for; always null in production. */
  readonly fault: SandboxFault | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A call whose form may be faulty; its body holds only what could be read. */
export interface FaultyCall<O extends Operation> extends Omit<Call<O>, 'body'> {
  readonly body: Partly<BodyOf<O>>;
  readonly formFaults: readonly FormFault[];
}

/** What could be read of a faulty form. */
export type Partly<T> = T extends object ? { readonly [K in keyof T]?: Partly<T[K]> } : T;
type Says<O extends Operation> = Promise<Answer<AnswerOf<O>>> | Answer<AnswerOf<O>>;

export type Handle<O extends Operation> = (call: Call<O>) => Says<O>;
/** Adds the route of an operation. Refuses a faulty form. */
export type AddOperation = <O extends Operation>(operation: O, handle: Handle<O>) => void;
/** Adds an operation that reports faults of form together with its own refusals. */
export type AddOperationWithFaults = <O extends Operation>(operation: O, handle: HandleWithFaults<O>) => void;
type HandleWithFaults<O extends Operation> = (call: FaultyCall<O>) => Says<O>;

type RouteParts = AdmissionParts;

export function makeOperationRoutes(app: FastifyInstance, parts: RouteParts) {
  const built = new Set<string>();
  const addWithFaults: AddOperationWithFaults = (operation, handle) => {
    built.add(operation.id);
    addRoute(app, operation, parts, handle);
  };
  const add: AddOperation = (operation, handle) =>
    addWithFaults(operation, (call) =>
      call.formFaults.length > 0 ? refused(call.formFaults) : handle(call as unknown as Call<typeof operation>),
    );
  return { add, addWithFaults, built };
}

function addRoute<O extends Operation>(
  app: FastifyInstance,
  operation: O,
  parts: RouteParts,
  handle: HandleWithFaults<O>,
): void {
  const { isProduction, clock } = parts;
  const { body, query, params } = operation.request;
  const readBody = makeReader(body, 'json');
  const readQuery = makeReader(query, 'text');
  const readParams = makeReader(params, 'text');
  const faults = [...operation.faults, ...faultsOfAnyCall];
  // A machine that watches the service may ask as it likes.
  const isStrict = operation.isAddition === true && operation.access !== 'none';
  app.route({
    method: operation.method,
    url: routePath(operation.path),
    config: {
      access: operation.access,
      operation: operation.id,
      scopes: operation.scopes,
      isForAllSellers: operation.isForAllSellers,
      isCompressed: operation.hasSecret !== true,
    },
    schema: { response: answerSchemas(operation) },
    handler: async (request, reply) => {
      // What needs no credentials is for machines that watch the service: nobody may make it look ill.
      const mayFail = !isProduction && operation.access !== 'none';
      if (mayFail && refuseOtherFault(request, reply, faults) !== undefined) return reply;
      const fault = mayFail ? faultOf(request) : null;
      failAsAsked(fault);
      if (body !== undefined && !isRecord(request.body)) return refuseBody(operation, request, reply);
      const readings = {
        params: readParams(request.params),
        query: readQuery(request.query),
        body: readBody(request.body),
      };
      const strange = isStrict ? unknownParameters(query, request.query as object) : [];
      const now = clock();
      const call = (): FaultyCall<O> => ({
        body: readings.body.value as Partly<BodyOf<O>>,
        query: readings.query.value as QueryOf<O>,
        params: readings.params.value as ParamsOf<O>,
        formFaults: [...strange, ...readings.params.faults, ...readings.query.faults, ...readings.body.faults],
        seller: request.seller as Seller,
        reach: request.reach as Reach,
        judgedBy: request.judgedBy,
        now,
        get today() {
          return todayOf(this.seller, now);
        },
        language: languageOf(request),
        requestId: request.id,
        fault,
        request,
        reply,
      });
      const handleAnew = () => againIfCutOff(async () => handle(call()));
      const answer = await retryOnReferenceChange(
        handleAnew,
        async () => (await admitAgain(parts, request, reply)) === undefined,
      );
      return answer === null || reply.sent ? reply : sendAnswer(operation, request, reply, answer);
    },
  });
}

/** A restart of PostgreSQL cuts a statement off at once. What took longer has waited already. */
const cutOffMs = 2_000;

/**
 * A statement that was cut off may have taken effect, so it is not repeated by itself. The whole call may be, by
 * contract: it is done once more here, and waits for the database, before the partner is told to do the same.
 */
async function againIfCutOff<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } catch (error) {
    const isCutOff = error instanceof Unavailable && !(error instanceof Exhausted);
    if (!isCutOff || performance.now() - began > cutOffMs) throw error;
    return work();
  }
}

/**
 * Refuses requests without a route: 405 on the path of an operation, 404 on any other. It runs before the body is read,
 * so that a faulty body does not change the answer.
 */
export function refuseUnknownRoutes(app: FastifyInstance, operations: readonly Operation[]): void {
  const paths = [...Map.groupBy(operations, ({ path }) => path)].map(([path, sharing]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i'),
    allow: [...new Set(sharing.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))],
  }));
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const [path = ''] = request.url.split('?', 1);
    const known = paths.find(({ pattern }) => pattern.test(path));
    if (known === undefined) return sendRefusals(request, reply, [{ code: 'RouteNotFound', field: '' }]);
    reply.header('allow', known.allow.join(', '));
    return sendRefusals(request, reply, [{ code: 'MethodNotAllowed', field: '', params: { allowed: known.allow } }]);
  });
}

/** `/v1/document/{downloadId}` in OpenAPI is `/v1/document/:downloadId` here. */
function routePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** The schemas for the serialiser; a document has none. */
function answerSchemas({ ok, unavailable }: Operation): Record<number, TSchema> {
  return {
    ...('schema' in ok && { [ok.status ?? 200]: ok.schema }),
    ...(unavailable !== undefined && { 503: unavailable.schema }),
  };
}

/** A body that is no JSON object: 400 without a body, by contract; on authenticate 422. */
function refuseBody(operation: Operation, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (operation.access === 'credentials') return sendRefusals(request, reply, [{ code: 'BodyInvalid', field: '' }]);
  return sendEmpty(reply, 400);
}

/** Most policies have no payment page: only the answer of one that has is sent as it is. */
function hasSecret({ hasSecret: where }: Operation, value: unknown): boolean {
  return typeof where === 'string' && (value as Readonly<Record<string, unknown>>)[where] !== null;
}

function sendAnswer(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer<unknown>,
): FastifyReply {
  const okStatus = ('schema' in operation.ok && operation.ok.status) || 200;
  switch (answer.kind) {
    case 'ok':
    case 'unavailable':
      request.isSecret = hasSecret(operation, answer.value);
      reply.code(answer.kind === 'ok' ? okStatus : 503).header('content-type', contentTypeOf(request));
      return reply.send(reply.serialize(answer.value));
    case 'written':
      return reply.code(okStatus).header('content-type', contentTypeOf(request)).send(answer.text);
    case 'refused':
      return sendRefusals(request, reply, answer.refusals);
    case 'refused-as-operator':
      return sendOperatorRefusal(request, reply, answer.refusal);
    case 'done':
      return reply.code(204).send();
    case 'no-result':
      return sendEmpty(reply, 400);
    case 'unauthorized':
      return sendEmpty(reply, 401);
    case 'file':
      reply
        .header('content-type', answer.contentType)
        .header('content-disposition', `attachment; filename="${answer.filename}"`);
      return reply.send(answer.bytes);
  }
}
