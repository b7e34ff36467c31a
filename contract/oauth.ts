import { defineOperation } from './operation.ts';
import { component } from './schemas/annotations.ts';
import { integer, string, text } from './schemas/scalars.ts';
import { Type } from './type.ts';
import { scopeValues } from './vocabulary.ts';

const tokenForm = component('TokenRequest', 'A request for a token, by RFC 6749 §4.4.', {
  grant_type: text(100, 'Always client_credentials.', { examples: ['client_credentials'] }),
  scope: Type.Optional(
    text(
      500,
      `Words separated by blanks: ${scopeValues.join(', ')}; left out: all that the client may. And seller:<username>, which is required when the client acts for several sellers.`,
      {
        examples: ['sell read seller:ontario'],
      },
    ),
  ),
  client_id: Type.Optional(
    text(200, 'Unless sent as Authorization: Basic.', { examples: ['northbind-sandbox-oauth'] }),
  ),
  client_secret: Type.Optional(
    text(1000, 'Unless sent as Authorization: Basic.', { examples: ['sandbox-oauth-secret'] }),
  ),
  client_assertion_type: Type.Optional(
    text(200, 'With an assertion: urn:ietf:params:oauth:client-assertion-type:jwt-bearer.'),
  ),
  client_assertion: Type.Optional(
    text(
      8000,
      'Instead of a secret: a JWT signed by the client’s key (ES256, RS256 or EdDSA), with a new jti each time.',
    ),
  ),
});

const tokenAnswer = component('AccessToken', 'A bearer token.', {
  access_token: string('Send it as `Authorization: Bearer <token>`.'),
  token_type: string('Always Bearer.', 'Bearer'),
  expires_in: integer('Seconds until it expires.', 3600),
  scope: string('What was granted.', `${scopeValues.join(' ')} seller:ontario`),
});

const oauthError = component('OAuthError', 'Why no token was given, by RFC 6749 §5.2.', {
  error: string(
    'invalid_request, invalid_client, unsupported_grant_type, invalid_scope or unauthorized_client.',
    'invalid_client',
  ),
  error_description: string('What to do, for a developer.'),
});

const shared = { tag: 'Authentication', isAddition: true } as const;

export const oauthToken = defineOperation({
  ...shared,
  id: 'oauthToken',
  route: 'POST /oauth2/token',
  summary: 'Get a token by OAuth 2.0',
  description:
    'The client-credentials grant. The client proves itself with its secret, as Authorization: Basic or in the form, or with an assertion. Keep the token until it expires.',
  access: 'credentials',
  request: { form: tokenForm },
  ok: { description: 'The token.', schema: tokenAnswer },
  ownFailures: {
    400: { description: 'The request can’t be granted.', schema: oauthError },
    401: { description: 'The client is unknown or disabled, or its proof is wrong; all alike.', schema: oauthError },
  },
});

const words = (description: string, examples: string[]) =>
  Type.Array(Type.String(), { description, examples: [examples] });

export const oauthMetadata = defineOperation({
  ...shared,
  id: 'oauthMetadata',
  route: 'GET /.well-known/oauth-authorization-server',
  summary: 'Where and how to get a token',
  description: 'The metadata of RFC 8414, which OAuth libraries read.',
  access: 'none',
  ok: {
    description: 'The metadata.',
    schema: component('OAuthMetadata', 'The metadata of RFC 8414.', {
      issuer: string('The service’s address.'),
      authorization_endpoint: string(
        'No grant uses it, and nothing is there: assistants’ libraries read no metadata without it.',
      ),
      token_endpoint: string('Where tokens are given.'),
      response_types_supported: words('None: there is no page to sign in.', []),
      grant_types_supported: words('The grants.', ['client_credentials']),
      scopes_supported: words('The scopes.', [...scopeValues]),
      token_endpoint_auth_methods_supported: words('How clients prove themselves.', ['client_secret_basic']),
      token_endpoint_auth_signing_alg_values_supported: words('How assertions may be signed.', ['ES256']),
    }),
  },
});

export const protectedResource = defineOperation({
  ...shared,
  id: 'protectedResource',
  route: 'GET /.well-known/oauth-protected-resource',
  summary: 'Who gives tokens for this service',
  description:
    'The metadata of RFC 9728, which the WWW-Authenticate of a 401 names: by it a program finds the authorization server and the scopes from the service’s address alone.',
  access: 'none',
  ok: {
    description: 'The metadata.',
    schema: component('ProtectedResource', 'The metadata of RFC 9728.', {
      resource: string('The service’s address.', 'https://partners.example.ca'),
      authorization_servers: words('Who gives tokens: the service itself.', ['https://partners.example.ca']),
      scopes_supported: words('The scopes.', [...scopeValues]),
      bearer_methods_supported: words('How a token is sent: in the header Authorization.', ['header']),
      resource_name: string('What it is called.', 'Northbind'),
    }),
  },
});
