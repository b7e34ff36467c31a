import { answersOf } from './openapi/answers.ts';
import type { OpenApiDocument } from './openapi/document.ts';
import { parametersOf, sharedParameters } from './openapi/parameters.ts';
import { type Components, type Json, publishedSchema } from './openapi/published-schema.ts';
import { sharedAnswers, sharedHeaders } from './openapi/shared-answers.ts';
import { tags } from './openapi/tags.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';

/**
 * Returns the OpenAPI 3.1 document. The same operations always give the same text, so that it can be committed and
 * compared. The server URL is relative, so that the interactive page calls the service that served it.
 */
export function openApiDocument(): OpenApiDocument {
  const components: Components = new Map();
  const paths = pathsOf(operations, components);
  const responses = sharedAnswers(components);
  const document: Json = {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/', description: 'The service that serves this document.' }],
    security: [{ bearer: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes,
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses,
      schemas: Object.fromEntries([...components].sort(byName)),
    },
  };
  return document as unknown as OpenApiDocument;
}

const info = {
  title: 'Northbind',
  version: '1.1',
  summary: 'Partner sales of vehicle protection in Canada.',
  description: [
    'Decode a VIN, price coverage, take the payment, bind the policy and download its documents.',
    'Names of request properties and enum values match without regard to case; unknown properties are ignored. Null, missing and blank mean the same: not given.',
    'Money is in Canadian dollars with at most two decimals. Dates are `YYYY-MM-DD`, timestamps RFC 3339 in UTC. "Today" is the date in the seller’s province.',
    'Match on error codes, never on messages, and keep a branch for codes you do not know.',
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
};

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token from POST /oauth2/token or POST /v1/authenticate.',
  },
};

function pathsOf(all: readonly Operation[], components: Components): Json {
  const paths: Record<string, Json> = {};
  for (const operation of all) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: pathItem(operation, components),
    };
  }
  return paths;
}

function pathItem(operation: Operation, components: Components): Json {
  const { id, tag, summary, description, access, request, since } = operation;
  return {
    operationId: id,
    tags: [tag],
    ...(since !== undefined && { 'x-since': since }),
    summary,
    description,
    ...(access !== 'bearer' && { security: [] }),
    parameters: parametersOf(operation, components),
    ...(request.body && { requestBody: requestBody(request.body, components) }),
    ...(request.form && {
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': { schema: publishedSchema(request.form, 'request', components) },
        },
      },
    }),
    responses: answersOf(operation, components),
  };
}

function requestBody(body: NonNullable<Operation['request']['body']>, components: Components): Json {
  const media = { schema: publishedSchema(body, 'request', components) };
  return {
    required: true,
    content: { 'application/json': media, 'text/json': media, 'application/*+json': media },
  };
}

function byName([a]: [string, Json], [b]: [string, Json]): number {
  return a < b ? -1 : 1;
}
