import { type ErrorDefinition, type ErrorParams, refused } from './error-definition.ts';

/** Failures of the call itself, before any rule of the sale is checked. */
export const wireErrors = {
  RouteNotFound: failed(
    404,
    'There is nothing at this address. Check the path; every business route starts with /v1.',
    'Il n’y a rien à cette adresse. Vérifiez le chemin; toutes les routes commerciales commencent par /v1.',
  ),
  MethodNotAllowed: failed(
    405,
    'This address does not take this method.[ Use {allowed}.]',
    'Cette adresse n’accepte pas cette méthode.[ Utilisez {allowed}.]',
  ),
  ScopeInsufficient: failed(
    403,
    'The token’s scope does not allow this call. Get one with the scope that it needs[: {scopes}].',
    'La portée du jeton ne permet pas cet appel. Obtenez-en un avec la portée requise[\u00a0: {scopes}].',
  ),
  RequestTooLarge: failed(
    413,
    'The request body is too large. Send at most 64 KiB.',
    'Le corps de la requête est trop volumineux. Envoyez au plus 64\u00a0Kio.',
    { maxBytes: 64 * 1024 },
  ),
  UnsupportedMediaType: failed(
    415,
    'Send the request body as application/json, text/json or application/*+json.',
    'Envoyez le corps de la requête en application/json, text/json ou application/*+json.',
  ),
  BodyInvalid: refused(
    'The request body could not be read. Send a JSON object.',
    'Le corps de la requête n’a pas pu être lu. Envoyez un objet JSON.',
  ),
  // Only the sandbox answers it: production ignores the header.
  SandboxFaultUnknown: refused(
    'This call can’t have such a fault. Send one that it can have as Sandbox-Fault, or leave the header out[: {allowed}].',
    'Cet appel ne peut pas avoir une telle panne. Envoyez-en une qu’il peut avoir dans Sandbox-Fault, ou omettez l’en-tête[\u00a0: {allowed}].',
  ),
  // Only operations beyond the contract answer this: those of the contract ignore what they don't know, as it says.
  ParameterUnknown: refused(
    'This call has no query parameter of this name. Check its spelling, or leave it out[; it takes {allowed}].',
    'Cet appel n’a pas de paramètre de ce nom. Vérifiez son orthographe, ou omettez-le[; il accepte {allowed}].',
  ),
  RateLimitExceeded: failed(
    429,
    'Too many requests. Wait[ {seconds} seconds], then send the call again.',
    'Trop de requêtes. Attendez[ {seconds} secondes], puis refaites l’appel.',
    {},
    true,
  ),
  ServiceUnavailable: failed(
    503,
    'The service can’t do this at the moment. Wait[ {seconds} seconds], then send the same call again.',
    'Le service ne peut pas le faire pour le moment. Attendez[ {seconds} secondes], puis refaites le même appel.',
    {},
    true,
  ),
  // Not retryable in general, since a repeat may fail again. A bind is the exception: it is repeated after any answer
  // that leaves its outcome unknown.
  InternalError: failed(
    500,
    'Something went wrong on our side. Contact the operator if it happens again[ and quote request {requestId}].',
    'Une erreur s’est produite de notre côté. Si elle se répète, communiquez avec l’exploitant[ en citant la requête {requestId}].',
  ),
} as const satisfies Record<string, ErrorDefinition>;

function failed(status: number, en: string, fr: string, params: ErrorParams = {}, retryable = false): ErrorDefinition {
  return { status, retryable, message: { en, fr }, params };
}
