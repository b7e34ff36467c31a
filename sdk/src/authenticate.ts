import { signAssertion } from './assertion.ts';
import type { AccessToken, Scope, Token } from './contract-types.ts';
import { addressOf, type OperationName } from './operation.ts';
import { type Outgoing, readJson, send, type Transport } from './send.ts';
import type { FreshToken } from './token-keeper.ts';

/** A client of OAuth 2.0, which proves itself by its secret or by its key. */
export type OAuthCredentials = OAuthClient & (OAuthSecret | OAuthKey);

interface OAuthSecret {
  readonly clientSecret: string;
  readonly privateKey?: undefined;
}

interface OAuthKey {
  /**
   * The private key of the public one that the operator has: P-256, RSA or Ed25519, as PEM, as a JSON Web Key or as a
   * `KeyObject`. It never leaves this machine (`private_key_jwt`, RFC 7523).
   */
  readonly privateKey: string | object;
  readonly clientSecret?: undefined;
}

interface OAuthClient {
  readonly clientId: string;
  /** The username of the seller to act for. Needed when the client may act for several. */
  readonly seller?: string | undefined;
  /** Left out: all that the client may have. */
  readonly scopes?: readonly Scope[] | undefined;
  readonly username?: undefined;
  readonly password?: undefined;
}

/** An integration's client id and secret, and a seller's username and password. */
export interface PasswordCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
  readonly privateKey?: undefined;
  readonly seller?: undefined;
  readonly scopes?: undefined;
}

/** A username and password get a token of `/v1/authenticate`, all others one of `/oauth2/token`. */
export type Credentials = OAuthCredentials | PasswordCredentials;

/** How a token is got. */
export interface TokenSource {
  readonly operation: OperationName;
  /** It is not cancelled with a call, because other calls may wait for the same token. */
  readonly getToken: () => Promise<FreshToken>;
}

export function tokenSource(transport: Transport, credentials: Credentials, timeoutMs: number): TokenSource {
  return credentials.username === undefined
    ? { operation: 'oauthToken', getToken: () => askByOAuth(transport, credentials, timeoutMs) }
    : { operation: 'authenticate', getToken: () => askByPassword(transport, credentials, timeoutMs) };
}

/** Returns whom a bind state belongs to: the application exists for its seller alone. */
export function sellerOf({ username, seller, clientId }: Credentials): string {
  return username ?? seller ?? `client ${clientId}`;
}

async function askByPassword(
  transport: Transport,
  { clientId, clientSecret, username, password }: PasswordCredentials,
  timeoutMs: number,
): Promise<FreshToken> {
  const { token, expiryMinutes } = await ask<Token>(transport, 'authenticate', timeoutMs, {
    headers: { client_id: clientId, client_secret: clientSecret },
    body: JSON.stringify({ username, password }),
  });
  return { token, lifetimeMs: expiryMinutes * 60_000 };
}

async function askByOAuth(transport: Transport, credentials: OAuthCredentials, timeoutMs: number): Promise<FreshToken> {
  const { clientId, clientSecret, privateKey, seller, scopes = [] } = credentials;
  const scope = [...scopes, ...(seller === undefined ? [] : [`seller:${seller}`])].join(' ');
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== '' && { scope }) });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  if (privateKey !== undefined) {
    form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
    form.set('client_assertion', signAssertion(clientId, transport.baseUrl, privateKey));
  } else {
    const basic = btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`);
    Object.assign(headers, { authorization: `Basic ${basic}` });
  }
  const { access_token, expires_in } = await ask<AccessToken>(transport, 'oauthToken', timeoutMs, {
    headers,
    body: String(form),
  });
  return { token: access_token, lifetimeMs: expires_in * 1_000 };
}

/** Both parts are form-encoded before they are joined (RFC 6749 §2.3.1). */
function formEncoded(text: string): string {
  return String(new URLSearchParams([['', text]])).slice(1);
}

function ask<T>(
  transport: Transport,
  operation: 'authenticate' | 'oauthToken',
  timeoutMs: number,
  request: Pick<Outgoing, 'headers' | 'body'>,
): Promise<T> {
  const asked = { operation, requestId: crypto.randomUUID() };
  const outgoing = {
    ...asked,
    ...request,
    address: addressOf(operation, {}, {}),
    attempt: 1,
    timeoutMs,
    signal: undefined,
  };
  return send(transport, outgoing, readJson<T>(asked));
}
