import { oauthMetadata, oauthToken, protectedResource } from '@northbind/contract/oauth.ts';
import { faultsOfAnyCall } from '@northbind/contract/sandbox-faults.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerAddress } from '../domain/call/address-key.ts';
import { writeScope } from '../domain/credential/oauth.ts';
import { scopes, scopesForAllSellers } from '../domain/credential/scope.ts';
import type { Seller } from '../domain/partner/seller.ts';
import { clientAlgorithms } from '../flows/credential/client-keys.ts';
import {
  type ClientAuthenticator,
  type ClientProof,
  grantScope,
  type OAuthError,
  type OAuthTokenParts,
  type ProofContext,
} from '../flows/credential/oauth-token.ts';
import {
  type AdmissionParts,
  countAuthenticate,
  failAsAsked,
  faultOf,
  refuseExhausted,
  refuseOtherFault,
} from './kit/admission.ts';
import { type OwnAddressParts, ownAddress } from './kit/own-address.ts';
import { readFormBodies } from './kit/read-body.ts';
import type { Subject } from './kit/tokens.ts';

export interface OAuthParts extends AdmissionParts, Pick<OAuthTokenParts, 'reference'> {
  readonly clients: ClientAuthenticator;
  readonly tokenMinutes: number;
}

/** The token endpoint and its metadata. They follow RFC 6749 and 8414 and not our envelope. */
export function addOAuth(app: FastifyInstance, parts: OAuthParts): void {
  app.register(async (scoped) => {
    scoped.removeAllContentTypeParsers();
    readFormBodies(scoped);
    scoped.addContentTypeParser<string>('*', { parseAs: 'string' }, (_request, _text, done) => done(null, null));
    const config = { access: 'credentials', operation: oauthToken.id, areCredentialsInBody: true } as const;
    scoped.post(oauthToken.path, { config }, (request, reply) => giveToken(parts, request, reply));
  });
  const metadata = {
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    scopes_supported: scopes,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: clientAlgorithms,
  };
  addProtectedResource(app, parts, '', { scopes_supported: scopes });
  app.get(oauthMetadata.path, { config: { access: 'none', operation: oauthMetadata.id } }, (request, reply) => {
    const [issuer, token_endpoint] = addressesOf(parts, request);
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(
        JSON.stringify({ issuer, authorization_endpoint: `${issuer}/oauth2/authorize`, token_endpoint, ...metadata }),
      );
  });
}

/** What RFC 9728 tells of the API, or of what is served at a path beside it: its tokens are got in the same way. */
export function addProtectedResource(app: FastifyInstance, parts: OwnAddressParts, path: string, more = {}): void {
  const config = { access: 'none', operation: protectedResource.id } as const;
  app.get(protectedResource.path + path, { config }, (request, reply) => {
    const issuer = ownAddress(parts, request);
    const resource = issuer + path;
    const told = { resource, authorization_servers: [issuer], ...more, ...ofResource };
    return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(told));
  });
}

/** The last part of what RFC 9728 tells of us. */
const ofResource = { bearer_methods_supported: ['header'], resource_name: 'Northbind' };

/** The service as this caller knows it: its issuer and its token endpoint. */
function addressesOf(
  parts: OwnAddressParts,
  request: FastifyRequest,
): readonly [issuer: string, tokenEndpoint: string] {
  const issuer = ownAddress(parts, request);
  return [issuer, `${issuer}${oauthToken.path}`];
}

async function giveToken(parts: OAuthParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (!parts.isProduction) {
    if (refuseOtherFault(request, reply, faultsOfAnyCall) !== undefined) return reply;
    failAsAsked(faultOf(request));
  }
  const form = readForm(request.body);
  if (form === null) return refuse(reply, 'invalid_request', 'Send a form, each parameter once.');
  const proof = readProof(form, request.headers.authorization);
  if (proof === 'several') return refuse(reply, 'invalid_request', 'Prove the client in one way.');
  const { clients, clock } = parts;
  request.caller = clients.name(proof, form.get('scope') ?? '');
  const known = proof && clients.recognise(proof, clock());
  // An assertion is new each time and costs no hash: it is verified whatever else came from its address.
  const isCheap = known !== null || proof?.kind === 'assertion';
  if (!isCheap && refuseExhausted(parts, request, reply) !== undefined) return reply;
  const proven = known ?? (proof && (await clients.verify(proof, contextOf(parts, request))));
  const reference = parts.reference();
  const grant = proven && grantScope(reference, proven.client, form.get('scope') ?? '');
  // A right proof counts against its integration, also when its scope can't be granted.
  const isOfClient = ({ integration }: Seller) => integration.id === proven?.client.integration.id;
  const counted = grant?.seller ?? reference.sellers.byId.values().find(isOfClient) ?? null;
  if (await countAuthenticate(parts, counted, request, reply)) return reply;
  if (!proven) return refuse(reply, 'invalid_client', 'The client is not known, or its proof is wrong.');
  if (!form.has('grant_type')) return refuse(reply, 'invalid_request', 'Send grant_type=client_credentials.');
  if (form.get('grant_type') !== 'client_credentials')
    return refuse(reply, 'unsupported_grant_type', 'Only client_credentials is given.');
  if (!grant)
    return refuse(
      reply,
      'invalid_scope',
      `Name known scopes and, as seller:<username>, one seller of this client; seller:* is for all, with ${scopesForAllSellers.join(' and ')} alone.`,
    );
  const { seller } = grant;
  request.seller = seller;
  request.caller = { ...request.caller, username: seller?.username ?? '*' };
  const { client, stamp } = proven;
  const subject: Subject = { seller, credentialStamp: stamp, client: { id: client.id, scopes: grant.scopes } };
  const { token } = parts.tokens.issue(subject, clock());
  return send(reply, 200, {
    access_token: token,
    token_type: 'Bearer',
    expires_in: parts.tokenMinutes * 60,
    scope: writeScope(grant.scopes, seller),
  });
}

function contextOf(parts: OAuthParts, request: FastifyRequest): ProofContext {
  return { address: callerAddress(request), audiences: addressesOf(parts, request), now: parts.clock() };
}

/** Returns null for another type of body, and when a parameter is repeated, which RFC 6749 forbids. */
function readForm(body: unknown): ReadonlyMap<string, string> | null {
  if (!(body instanceof URLSearchParams)) return null;
  const form = new Map<string, string>();
  for (const [name, value] of body) {
    if (form.has(name)) return null;
    // A parameter without a value counts as left out.
    if (value !== '') form.set(name, value);
  }
  return form;
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

function readProof(
  form: ReadonlyMap<string, string>,
  authorization: string | undefined,
): ClientProof | 'several' | null {
  const basic = readBasic(authorization);
  const clientId = form.get('client_id');
  const secret = form.get('client_secret');
  const assertion = form.get('client_assertion');
  if ([basic ?? undefined, secret, assertion].filter((one) => one !== undefined).length > 1) return 'several';
  if (basic !== null) return clientId === undefined || clientId === basic.clientId ? basic : 'several';
  if (assertion !== undefined)
    return form.get('client_assertion_type') === assertionType ? { kind: 'assertion', assertion } : null;
  return clientId === undefined ? null : { kind: 'secret', clientId, secret: secret ?? '' };
}

/** Both parts are form-encoded before they are joined (RFC 6749 §2.3.1). */
function readBasic(authorization = ''): Extract<ClientProof, { kind: 'secret' }> | null {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const [clientId = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { kind: 'secret', clientId: formDecoded(clientId), secret: formDecoded(rest.join(':')) };
}

function formDecoded(text: string): string {
  return new URLSearchParams(`value=${text.replaceAll('&', '%26')}`).get('value') ?? '';
}

function refuse(reply: FastifyReply, error: OAuthError, description: string): FastifyReply {
  if (error !== 'invalid_client') return send(reply, 400, { error, error_description: description });
  reply.header('www-authenticate', 'Basic realm="northbind"');
  return send(reply, 401, { error, error_description: description });
}

function send(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', pragma: 'no-cache' })
    .send(JSON.stringify(body));
}
