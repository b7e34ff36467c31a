import { defineOperation } from './operation.ts';
import { component } from './schemas/annotations.ts';
import { integer, string, text, timestamp } from './schemas/scalars.ts';
import { Type } from './type.ts';

export const authenticateHeaders = Type.Object({
  client_id: text(200, 'Identifies the integration; issued at onboarding.', { examples: ['northbind-sandbox'] }),
  client_secret: text(1000, 'The integration’s secret; issued at onboarding.', { examples: ['sandbox-client-secret'] }),
});

/** Both are optional: a missing credential must get the same answer as a wrong one. */
export const authenticateRequest = component('AuthenticateRequest', 'The seller’s credentials.', {
  username: Type.Optional(text(1000, 'The seller, against which quotes are written.', { examples: ['ontario'] })),
  password: Type.Optional(text(1000, 'The seller’s password.', { examples: ['sandbox-password'] })),
});

export const authenticateAnswer = component('Token', 'A bearer token.', {
  token: string('Send it as `Authorization: Bearer <token>` on every other call.'),
  expiryTime: timestamp('When the token stops being valid.'),
  expiryMinutes: integer('Lifetime in minutes; 60 by default.', 60),
});

export const authenticate = defineOperation({
  id: 'authenticate',
  hasSecret: true,
  route: 'POST /v1/authenticate',
  tag: 'Authentication',
  summary: 'Get a bearer token',
  description:
    'Exchanges the four credentials for a token. Any wrong credential and a disabled account give the same 401. Keep the token until it expires: every call counts against the rate limit. This scheme is provisional; a later version replaces it by the OAuth 2.0 client-credentials grant.',
  access: 'credentials',
  request: { headers: authenticateHeaders, body: authenticateRequest },
  ok: { description: 'The token.', schema: authenticateAnswer },
  refusals: ['BodyInvalid'],
});
