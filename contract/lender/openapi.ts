import type { TObject } from 'typebox';
import { type Components, type Json, pathsOf, publishedSchema } from '../openapi/published-schema.ts';
import { type LenderOperation, lenderOperations } from './operations.ts';
import { lenderPromises } from './promises.ts';
import { lenderRefusal } from './schemas.ts';

/** Returns the OpenAPI 3.1 document of the lender protocol: a lender implements it, Northbind calls it. */
export function lenderOpenApiDocument(): Json {
  const components: Components = new Map();
  const paths = pathsOf(lenderOperations, (operation) => pathItem(operation, components));
  const refusal = contentOf(lenderRefusal, components);
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: 'https://{lender}', variables: { lender: { default: 'lender.example.ca' } } }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'The key that the lender gave out.' } },
      parameters,
      responses: {
        Refused: { description: 'Refused: nothing was done, and a repeat gets the same.', content: refusal },
        TurnedAway: { description: 'The key is missing, wrong or not allowed: nothing was done.' },
        TooMany: { description: 'Too many calls: nothing was done, and the call may be repeated.' },
        Unknown: {
          description:
            'Unknown, as is every other answer: the lender may have acted. With the reason `nothing done` it has not.',
          content: refusal,
        },
      },
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

const info = {
  title: 'Northbind lender protocol',
  version: '1.0',
  summary: 'What Northbind asks of a lender that finances policies.',
  description: [
    'A lender, or a connector in front of its own interface, implements these four calls under one address; the paths carry the version. `northbind lender-check` checks every promise below.',
    '**What an answer means.** 200 with a body of the schema: done. 4xx with a `reason`: refused, nothing was done. 401, 403, 429, or the reason `nothing done` with any status: nothing was done, and the call may be repeated. Everything else is *unknown*: a timeout, a broken connection, 5xx, a 404 without a reason, a body that can’t be read. Unknown is never taken for no: Northbind looks the contract up, then repeats the call or cancels the number.',
    '**What may be repeated.** Every call. Northbind repeats a call after minutes or days, on another connection, from another instance, and at the same time as the first.',
    '**Time limits.** Northbind waits 10 seconds for a whole call, connection included, and then takes its outcome for unknown. A call that was given up may still be carried out.',
    '**Durability.** What was answered with 200 survives a crash of the lender. This is the one promise that no check from outside can see.',
    '**Form.** JSON in UTF-8, requests below 64 KiB, answers below 256 KiB. Money is in cents of Canadian dollars, dates are `YYYY-MM-DD`. Unknown properties are ignored on both sides, so that either may add some; what is here keeps its meaning within version 1.',
    '**Secrets.** Authentication is `Authorization: Bearer <key>`. Bank accounts are sent in one call only; they belong in no log, no URL and no answer.',
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
};

const parameters = {
  PolicyNumber: {
    name: 'policyNumber',
    in: 'path',
    required: true,
    description: 'Northbind’s number of the policy, percent-encoded.',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'The id of the call in Northbind’s log, for the lender’s.',
    schema: { type: 'string', maxLength: 200 },
  },
};

function pathItem(operation: LenderOperation, components: Components): Json {
  const { id, path, summary, description, promises, body, answer } = operation;
  const parameter = (name: keyof typeof parameters): Json => ({ $ref: `#/components/parameters/${name}` });
  const response = (name: string): Json => ({ $ref: `#/components/responses/${name}` });
  return {
    operationId: id,
    summary,
    description: [description, promises.map((promise) => `- ${lenderPromises[promise]}`).join('\n')].join('\n\n'),
    parameters: [...(path.includes('{') ? [parameter('PolicyNumber')] : []), parameter('RequestId')],
    ...(body && {
      requestBody: { required: true, content: contentOf(body, components) },
    }),
    responses: {
      200: { description: 'Done.', content: contentOf(answer, components) },
      401: response('TurnedAway'),
      403: response('TurnedAway'),
      422: response('Refused'),
      429: response('TooMany'),
      500: response('Unknown'),
    },
  };
}

function contentOf(schema: TObject, components: Components): Json {
  return { 'application/json': { schema: publishedSchema(schema, 'answer', components) } };
}
