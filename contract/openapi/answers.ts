import { type ErrorCode, errors, messageFor } from '../errors.ts';
import { formCodes } from '../form-codes.ts';
import type { Operation } from '../operation.ts';
import { envelope } from '../schemas/envelope.ts';
import { jsonContent } from './json-content.ts';
import type { Components, Json } from './published-schema.ts';
import { anyHeaders, partnerHeaders, sharedAnswer } from './shared-answers.ts';

/** Returns every answer of an operation, by status. */
export function answersOf(operation: Operation, components: Components): Json {
  const { access, world, unavailable } = operation;
  if (operation.ownFailures !== undefined) {
    const failures = Object.entries(operation.ownFailures).map(([status, { description, schema }]) => [
      status,
      { description, headers: anyHeaders, content: jsonContent(schema, components) },
    ]);
    return {
      [okStatus(operation)]: okAnswer(operation, components),
      ...Object.fromEntries(failures),
      429: sharedAnswer('RateLimited'),
      500: sharedAnswer('InternalError'),
    };
  }
  const isOpen = access === 'none';
  const refusals = [...new Set([...formCodes(operation), ...operation.refusals])];
  return {
    [okStatus(operation)]: okAnswer(operation, components),
    ...(mayBeEmpty(operation) && { 400: sharedAnswer('NoResult') }),
    ...(!isOpen && { 401: sharedAnswer('Unauthorized') }),
    ...(access === 'bearer' && { 403: sharedAnswer('ScopeInsufficient') }),
    ...(world === 'sandbox' && { 404: sharedAnswer('NotInProduction') }),
    ...(operation.method !== 'GET' && {
      413: sharedAnswer('RequestTooLarge'),
      415: sharedAnswer('UnsupportedMediaType'),
    }),
    ...(refusals.length > 0 && { 422: refusedAnswer(refusals, components) }),
    ...(!isOpen && { 429: sharedAnswer('RateLimited') }),
    500: sharedAnswer('InternalError'),
    ...(!isOpen && { 503: sharedAnswer('ServiceUnavailable') }),
    ...(unavailable && {
      503: {
        description: unavailable.description,
        headers: anyHeaders,
        content: jsonContent(unavailable.schema, components),
      },
    }),
  };
}

/** 200 unless the operation has another. */
export function okStatus({ ok }: Operation): 200 | 201 | 204 {
  return 'status' in ok && ok.status !== undefined ? ok.status : 200;
}

function okAnswer({ ok, access }: Operation, components: Components): Json {
  const headers = access === 'none' ? anyHeaders : partnerHeaders;
  if ('schema' in ok) return { description: ok.description, headers, content: jsonContent(ok.schema, components) };
  if (!('contentType' in ok)) return { description: ok.description, headers };
  return {
    description: ok.description,
    headers: { ...headers, 'Content-Disposition': { $ref: '#/components/headers/Content-Disposition' } },
    content: { [ok.contentType]: { schema: { type: 'string', format: 'binary' } } },
  };
}

/** Malformed JSON has no result either, except on authenticate, where the contract makes it a refusal. */
function mayBeEmpty({ mayHaveNoResult, request, access }: Operation): boolean {
  return mayHaveNoResult || (request.body !== undefined && access !== 'credentials');
}

function refusedAnswer(codes: readonly ErrorCode[], components: Components): Json {
  const lines = codes.map((code) => `- \`${code}\`${errors[code].retryable ? ' (retryable)' : ''}`);
  return {
    description: `Understood and refused. Codes:\n\n${lines.join('\n')}`,
    headers: partnerHeaders,
    content: jsonContent(envelope, components, exampleOf(codes[0])),
  };
}

function exampleOf(code: ErrorCode | undefined): Json | undefined {
  if (code === undefined) return undefined;
  return { isValid: false, errors: [{ code, field: '', message: messageFor(code, 'en') }] };
}
