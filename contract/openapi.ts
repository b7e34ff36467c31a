import type { TObject } from 'typebox';
import { answersOf } from './openapi/answers.ts';
import type { OpenApiDocument } from './openapi/document.ts';
import { bindRequests, type Changes, exampleChanges, exampleOf } from './openapi/examples.ts';
import { addExample, type Examples } from './openapi/json-content.ts';
import { parametersOf, sharedParameters } from './openapi/parameters.ts';
import { type Components, type Json, pathsOf, publishedSchema } from './openapi/published-schema.ts';
import { sharedAnswers, sharedHeaders } from './openapi/shared-answers.ts';
import { tags } from './openapi/tags.ts';
import { webhooksOf } from './openapi/webhooks.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { addition, interfaceVersion } from './schemas/annotations.ts';
import { scopeMeanings, scopeValues } from './vocabulary.ts';

/**
 * Returns the OpenAPI 3.1 document. The same operations always give the same text, so that it can be committed and
 * compared. The server URL is relative, so that the interactive page calls the service that served it.
 */
export function openApiDocument(): OpenApiDocument {
  const components: Components = new Map();
  const examples: Examples = new Map();
  const paths = pathsOf(operations, (operation: Operation) => pathItem(operation, components, examples));
  const webhooks = webhooksOf(components, examples);
  const responses = sharedAnswers(components, examples);
  const document: Json = {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/', description: 'The service that serves this document.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      securitySchemes,
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses,
      examples: Object.fromEntries([...examples].sort(byName)),
      schemas: Object.fromEntries([...components].sort(byName)),
    },
  };
  return document as unknown as OpenApiDocument;
}

const info = {
  title: 'Northbind',
  version: interfaceVersion,
  summary: 'Partner sales of vehicle protection in Canada.',
  description: [
    'Decode a VIN, price coverage, take the payment, bind the policy and download its documents.',
    'Names of request properties and enum values match without regard to case; unknown properties are ignored. Null, missing and blank mean the same: not given.',
    'Money is in Canadian dollars with at most two decimals. Dates are `YYYY-MM-DD`, timestamps RFC 3339 in UTC. "Today" is the date in the seller’s province.',
    'Match on error codes, never on messages, and keep a branch for codes you do not know.',
  ].join('\n\n'),
  contact: { name: 'Northbind', url: 'https://github.com/northbind/northbind' },
  license: { name: 'MIT', identifier: 'MIT' },
};

const securitySchemes = {
  oauth2: {
    type: 'oauth2',
    ...addition,
    description:
      'The client-credentials grant. `seller:<username>` is named besides when a client has several sellers.',
    flows: {
      clientCredentials: {
        tokenUrl: '/oauth2/token',
        scopes: Object.fromEntries(scopeValues.map((scope) => [scope, scopeMeanings[scope].en])),
      },
    },
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token from POST /oauth2/token or POST /v1/authenticate.',
  },
};

function pathItem(operation: Operation, components: Components, examples: Examples): Json {
  const { id, publishedId = id, tag, summary, description, access, isAddition } = operation;
  return {
    operationId: publishedId,
    tags: [tag],
    ...(isAddition && addition),
    summary,
    description,
    security: access === 'bearer' ? securityOf(operation) : [],
    parameters: parametersOf(operation, components),
    ...requestBody(operation, components, examples),
    responses: answersOf(operation, operations, components, examples),
  };
}

/** A token of either kind; one of OAuth 2.0 needs one of the operation's scopes. */
function securityOf({ scopes }: Operation): readonly Json[] {
  return [...scopes.map((scope) => ({ oauth2: [scope] })), { bearer: [] }];
}

function requestBody({ id, request: { body, form } }: Operation, components: Components, examples: Examples): Json {
  const schema = body ?? form;
  if (schema === undefined) return {};
  const media = {
    schema: publishedSchema(schema, 'request', components),
    examples: requestExamples(id, schema, examples),
  };
  const types = body ? ['application/json', 'text/json', 'application/*+json'] : ['application/x-www-form-urlencoded'];
  return { requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, media])) } };
}

function requestExamples(id: string, body: TObject, examples: Examples): Json {
  const add = (name: string, changes: Changes | undefined, summary?: string): Json =>
    addExample(examples, name, exampleOf(body, 'request', changes), summary);
  if (id !== 'bind') return add(`${id}Request`, exampleChanges[id]?.request);
  const ways = Object.entries(bindRequests).map(([way, { summary, changes }]) =>
    add(`bindRequest-${way}`, changes, summary),
  );
  return Object.assign({}, ...ways) as Json;
}

function byName([a]: [string, Json], [b]: [string, Json]): number {
  return a < b ? -1 : 1;
}
