import type { ClientAuth, Configuration } from 'openid-client';
import type { Identity, IdentityProvider } from '../../ports/identity-provider.ts';
import { type Outcome, refusedBy } from '../../ports/outcome.ts';

export interface OidcOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  /** Separated by spaces; `openid` among them. */
  readonly scope: string;
}

const timeoutSeconds = 10;

/**
 * OpenID Connect by the authorization code flow with PKCE, state and nonce. The provider's own description is read when
 * the first operator signs in: a provider that can't be reached does not keep the service from starting.
 */
export function makeOidc(options: OidcOptions): IdentityProvider {
  let discovered: Promise<Configuration> | null = null;
  const discover = (): Promise<Configuration> => {
    discovered ??= readConfiguration(options).catch((error: unknown) => {
      discovered = null;
      throw error;
    });
    return discovered;
  };
  return {
    name: options.name,
    begin: async (returnUrl) => {
      const client = await import('openid-client');
      const kept = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      try {
        const url = client.buildAuthorizationUrl(await discover(), {
          redirect_uri: returnUrl,
          scope: options.scope,
          state: kept.state,
          nonce: kept.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(kept.codeVerifier),
          code_challenge_method: 'S256',
        });
        return { kind: 'done', value: { url: url.href, kept } };
      } catch (error) {
        return { kind: 'not-sent', cause: causeOf(error) };
      }
    },
    finish: async (arrivedUrl, { state, nonce, codeVerifier }) => {
      const client = await import('openid-client');
      try {
        const tokens = await client.authorizationCodeGrant(await discover(), new URL(arrivedUrl), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        return identityOf(tokens.claims());
      } catch (error) {
        const isAnswer =
          error instanceof client.AuthorizationResponseError ||
          error instanceof client.ResponseBodyError ||
          error instanceof client.ClientError;
        return isAnswer ? refusedBy('party', causeOf(error)) : { kind: 'unknown', cause: causeOf(error) };
      }
    },
  };
}

async function readConfiguration({ issuer, clientId, clientSecret }: OidcOptions): Promise<Configuration> {
  const client = await import('openid-client');
  const authenticate: ClientAuth = (server, ...rest) => {
    const isPostOnly = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false;
    const method = isPostOnly ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret);
    return method(server, ...rest);
  };
  const isPlain = issuer.startsWith('http:'); // In a sandbox, on this machine.
  return client.discovery(new URL(issuer), clientId, undefined, authenticate, {
    timeout: timeoutSeconds,
    execute: isPlain ? [client.allowInsecureRequests] : [],
  });
}

function identityOf(claims: Readonly<Record<string, unknown>> | undefined): Outcome<Identity> {
  const { iss, sub } = claims ?? {};
  if (claims === undefined || typeof iss !== 'string' || typeof sub !== 'string')
    return refusedBy('party', 'no identity');
  return { kind: 'done', value: { issuer: iss, subject: sub, claims } };
}

/** The error's own name alone: its text may hold what the provider sent. */
function causeOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return [name, code].filter((word) => typeof word === 'string').join(' ') || 'unknown';
}
