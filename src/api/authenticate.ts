import type { authenticate as operation } from '@northbind/contract/authenticate.ts';
import type { Authenticate, Credentials } from '../flows/authenticate.ts';
import type { NamedCaller } from '../flows/name-caller.ts';
import { type AdmissionParts, countAuthenticate } from './kit/admission.ts';
import { ok } from './kit/answer.ts';
import type { Handle } from './kit/operation-route.ts';

export interface AuthenticateParts extends AdmissionParts {
  readonly authenticate: Authenticate;
  readonly nameCaller: (given: Pick<Credentials, 'clientId' | 'username'>) => NamedCaller;
  readonly tokenMinutes: number;
}

/** Exchanges four credentials for a bearer token. A missing credential counts as a wrong one. */
export function handleAuthenticate(parts: AuthenticateParts): Handle<typeof operation> {
  return async ({ body, request, reply }) => {
    const given = {
      clientId: headerText(request.headers.client_id),
      clientSecret: headerText(request.headers.client_secret),
      username: body.username ?? '',
      password: body.password ?? '',
    };
    request.caller = parts.nameCaller(given);
    const authenticated = await parts.authenticate(given, parts.clock());
    const isRefused = await countAuthenticate(parts, authenticated?.seller ?? null, request, reply);
    if (isRefused || authenticated === null) return { kind: 'unauthorized' };
    const { seller, credentialStamp } = authenticated;
    request.seller = seller;
    const { token, expiresAt } = parts.tokens.issue(seller, credentialStamp, parts.clock());
    return ok({ token, expiryTime: expiresAt.toISOString(), expiryMinutes: parts.tokenMinutes });
  };
}

function headerText(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}
