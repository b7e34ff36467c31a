import type { ErrorParams } from '../errors/error-definition.ts';
import { type ErrorCode, errorItem } from '../errors.ts';
import { addition } from '../schemas/annotations.ts';
import { envelope } from '../schemas/envelope.ts';
import { addExample, type Examples, jsonContent } from './json-content.ts';
import type { Components, Json } from './published-schema.ts';

/** The answers that operations have in common. */
export function sharedAnswers(components: Components, examples: Examples) {
  const withCode = (code: ErrorCode, headers: Json, description: string, params?: ErrorParams): Json => {
    const refusal = { isValid: false, errors: [errorItem(code, '', 'en', params)] };
    const content = jsonContent(envelope, components, addExample(examples, code, refusal));
    return { description: `${description} Code: \`${code}\`.`, headers, content };
  };
  const challenge = headers('WWW-Authenticate');
  const retryAfter = headers('Retry-After');
  return {
    NoResult: { description: 'Malformed, or no result could be produced. The body is empty.', headers: partnerHeaders },
    Unauthorized: {
      description: 'A credential or the token is missing, wrong or expired. The body is empty.',
      headers: { ...anyHeaders, ...challenge },
    },
    ScopeInsufficient: withCode(
      'ScopeInsufficient',
      { ...partnerHeaders, ...challenge },
      'The token’s scope does not allow the call.',
      { scopes: ['sell'] },
    ),
    NotInProduction: withCode('RouteNotFound', anyHeaders, 'In production this address does not exist.'),
    RequestTooLarge: withCode('RequestTooLarge', anyHeaders, 'The body is over 64 KiB.'),
    UnsupportedMediaType: withCode('UnsupportedMediaType', anyHeaders, 'The body’s content type is not supported.'),
    SandboxFaultUnknown: withCode(
      'SandboxFaultUnknown',
      partnerHeaders,
      'In the sandbox only: the call can’t have this fault.',
    ),
    RateLimited: withCode(
      'RateLimitExceeded',
      { ...partnerHeaders, ...retryAfter },
      'Too many requests; wait for Retry-After.',
      { seconds: 42 },
    ),
    InternalError: withCode('InternalError', anyHeaders, 'A fault of the service; the message names the request id.', {
      requestId: 'checkout-7f3d',
    }),
    HeadTooLarge: { description: 'The request’s head is over 16 KiB. The body is empty.', headers: anyHeaders },
    ServiceUnavailable: withCode(
      'ServiceUnavailable',
      { ...anyHeaders, ...retryAfter },
      'The service can’t do this at the moment; wait for Retry-After.',
      { seconds: 2 },
    ),
  };
}

type SharedAnswer = keyof ReturnType<typeof sharedAnswers>;

export function sharedAnswer(name: SharedAnswer): Json {
  return { $ref: `#/components/responses/${name}` };
}

export const sharedHeaders = {
  'X-Request-Id': { ...header('The id of the call: yours when you sent a fit one.', 'string'), ...addition },
  'RateLimit-Limit': { ...header('Requests allowed in the window.', 'integer'), ...addition },
  'RateLimit-Remaining': { ...header('Requests left in the window.', 'integer'), ...addition },
  'RateLimit-Reset': { ...header('Seconds until the window starts again.', 'integer'), ...addition },
  'Retry-After': header('Seconds to wait before the call is sent again.', 'integer'),
  'WWW-Authenticate': {
    ...header(
      '`Bearer`, with the address of the metadata of RFC 9728 (`resource_metadata`), and with an error when the token is none or its scope too small.',
      'string',
    ),
    ...addition,
  },
  'Content-Disposition': header('Holds the file’s name.', 'string'),
};

/** The headers of every answer; `partnerHeaders` adds those of an answer to an authenticated partner. */
export const anyHeaders = headers('X-Request-Id');
export const partnerHeaders = headers('X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset');

function header(description: string, type: 'string' | 'integer'): Json {
  return { description, schema: { type } };
}

function headers(...names: (keyof typeof sharedHeaders)[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
