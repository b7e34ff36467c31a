import { envelope } from '../schemas/envelope.ts';
import { jsonContent } from './json-content.ts';
import type { Components, Json } from './published-schema.ts';

/** The answers that operations have in common. */
export function sharedAnswers(components: Components) {
  const content = jsonContent(envelope, components);
  return {
    NoResult: { description: 'Malformed, or no result could be produced. The body is empty.', headers: partnerHeaders },
    Unauthorized: {
      description: 'A credential or the token is missing, wrong or expired. The body is empty.',
      headers: { ...anyHeaders, ...headers('WWW-Authenticate') },
    },
    ScopeInsufficient: {
      description: 'The token’s scope does not allow the call. Code: `ScopeInsufficient`.',
      headers: { ...partnerHeaders, ...headers('WWW-Authenticate') },
      content,
    },
    NotInProduction: {
      description: 'In production this address does not exist. Code: `RouteNotFound`.',
      headers: anyHeaders,
      content,
    },
    RequestTooLarge: {
      description: 'The body is over 64 KiB. Code: `RequestTooLarge`.',
      headers: anyHeaders,
      content,
    },
    UnsupportedMediaType: {
      description: 'The body’s content type is not supported. Code: `UnsupportedMediaType`.',
      headers: anyHeaders,
      content,
    },
    RateLimited: {
      description: 'Too many requests; wait for Retry-After. Code: `RateLimitExceeded`.',
      headers: { ...partnerHeaders, ...headers('Retry-After') },
      content,
    },
    InternalError: {
      description: 'A fault of the service; the message names the request id. Code: `InternalError`.',
      headers: anyHeaders,
      content,
    },
  };
}

type SharedAnswer = keyof ReturnType<typeof sharedAnswers>;

export function sharedAnswer(name: SharedAnswer): Json {
  return { $ref: `#/components/responses/${name}` };
}

export const sharedHeaders = {
  'X-Request-Id': header('The id of the call: yours when you sent a fit one.', 'string'),
  'RateLimit-Limit': header('Requests allowed in the window.', 'integer'),
  'RateLimit-Remaining': header('Requests left in the window.', 'integer'),
  'RateLimit-Reset': header('Seconds until the window starts again.', 'integer'),
  'Retry-After': header('Seconds to wait before the call is sent again.', 'integer'),
  'WWW-Authenticate': header('Always `Bearer`.', 'string'),
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
