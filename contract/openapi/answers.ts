import { type ErrorCode, errorItem, errors } from '../errors.ts';
import { formCodes, formFaults } from '../form-codes.ts';
import type { Operation } from '../operation.ts';
import { envelope } from '../schemas/envelope.ts';
import { exampleChanges, exampleOf } from './examples.ts';
import { addExample, type Examples, jsonContent } from './json-content.ts';
import { linksOf } from './links.ts';
import type { Components, Json } from './published-schema.ts';
import { anyHeaders, partnerHeaders, sharedAnswer } from './shared-answers.ts';

/** Returns every answer of an operation, by status. */
export function answersOf(
  operation: Operation,
  operations: readonly Operation[],
  components: Components,
  examples: Examples,
): Json {
  const { access, world, unavailable } = operation;
  const links = linksOf(operation, operations);
  const linked = Object.keys(links).length > 0 && { links };
  if (operation.ownFailures !== undefined) {
    const failures = Object.entries(operation.ownFailures).map(([status, own]) => [status, ownAnswer(own, components)]);
    return {
      [okStatus(operation)]: { ...okAnswer(operation, components, examples), ...linked },
      ...Object.fromEntries(failures),
      422: sharedAnswer('SandboxFaultUnknown'),
      429: sharedAnswer('RateLimited'),
      500: sharedAnswer('InternalError'),
      503: sharedAnswer('ServiceUnavailable'),
    };
  }
  const isOpen = access === 'none';
  const parameterUnknown = operation.isAddition && !isOpen ? (['ParameterUnknown'] as const) : [];
  const own = [...new Set([...formCodes(operation), ...operation.refusals, ...parameterUnknown])];
  const refusals = isOpen || own.length === 0 ? own : [...own, 'SandboxFaultUnknown' as const];
  return {
    [okStatus(operation)]: { ...okAnswer(operation, components, examples), ...linked },
    ...(mayBeEmpty(operation) && { 400: sharedAnswer('NoResult') }),
    ...(!isOpen && { 401: sharedAnswer('Unauthorized') }),
    ...(access === 'bearer' && { 403: sharedAnswer('ScopeInsufficient') }),
    ...(world === 'sandbox' && { 404: sharedAnswer('NotInProduction') }),
    ...(operation.method !== 'GET' && {
      413: sharedAnswer('RequestTooLarge'),
      415: sharedAnswer('UnsupportedMediaType'),
    }),
    ...(!isOpen && { 422: sharedAnswer('SandboxFaultUnknown') }),
    ...(refusals.length > 0 && { 422: refusedAnswer(operation, refusals, components, examples) }),
    ...(!isOpen && { 429: sharedAnswer('RateLimited') }),
    ...(isOpen && { 431: sharedAnswer('HeadTooLarge') }),
    500: sharedAnswer('InternalError'),
    ...(!isOpen && { 503: sharedAnswer('ServiceUnavailable') }),
    ...(unavailable && { 503: ownAnswer(unavailable, components) }),
  };
}

function ownAnswer({ description, schema }: NonNullable<Operation['unavailable']>, components: Components): Json {
  return { description, headers: anyHeaders, content: jsonContent(schema, components) };
}

/** 200 unless the operation has another. */
export function okStatus({ ok }: Operation): 200 | 201 | 204 {
  return 'status' in ok && ok.status !== undefined ? ok.status : 200;
}

function okAnswer({ id, ok, access }: Operation, components: Components, examples: Examples): Json {
  const headers = access === 'none' ? anyHeaders : partnerHeaders;
  const { description } = ok;
  if ('schema' in ok) {
    const example = exampleOf(ok.schema, 'answer', exampleChanges[id]?.answer);
    const content = {
      ...jsonContent(ok.schema, components, addExample(examples, `${id}Answer`, example)),
      ...(ok.alsoAs !== undefined && { [ok.alsoAs]: { schema: { type: 'string' } } }),
    };
    return { description, headers, content };
  }
  if (!('contentType' in ok)) return { description, headers };
  return {
    description,
    headers: { ...headers, 'Content-Disposition': { $ref: '#/components/headers/Content-Disposition' } },
    content: { [ok.contentType]: { schema: { type: 'string', format: 'binary' } } },
  };
}

/** Malformed JSON has no result either, except on authenticate, where the contract makes it a refusal. */
function mayBeEmpty({ mayHaveNoResult, request, access }: Operation): boolean {
  return mayHaveNoResult || (request.body !== undefined && access !== 'credentials');
}

function refusedAnswer(
  operation: Operation,
  codes: readonly ErrorCode[],
  components: Components,
  examples: Examples,
): Json {
  const example = addExample(examples, `${operation.id}Refused`, refusalOf(operation));
  return {
    description: `Understood and refused. Codes:\n\n${listOf(codes)}`,
    headers: partnerHeaders,
    content: jsonContent(envelope, components, example),
  };
}

function listOf(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `- \`${code}\`${errors[code].retryable ? ' (retryable)' : ''}`).join('\n');
}

/**
 * What a request without its first required properties is told; where none is required, what the first property is
 * refused with, or the operation's first refusal; else a query parameter that it does not have.
 */
export function refusalOf(operation: Operation): Json {
  const faults = formFaults(operation);
  const required = faults.filter(({ code }) => code.endsWith('Required')).slice(0, 2);
  const [first] = [...faults, ...operation.refusals.map((code) => ({ code, field: '' }))];
  const shown = required.length > 0 ? required : [first ?? { code: 'ParameterUnknown' as const, field: 'expand' }];
  return {
    isValid: false,
    errors: shown.map(({ code, field }) => errorItem(code, field, 'en')),
  };
}
