import { authenticate } from '@northbind/contract/authenticate.ts';
import { callerAddress } from '../domain/call/address-key.ts';
import type { NamedCaller } from '../flows/call/name-caller.ts';
import type { Credentials } from '../flows/credential/authenticate.ts';
import { type AdmissionParts, clientOf, countAuthenticate, refuseExhausted } from './kit/admission.ts';
import { ok } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

export interface AuthenticateParts extends AdmissionParts {
  readonly nameCaller: (given: Pick<Credentials, 'clientId' | 'username'>) => NamedCaller;
  readonly tokenMinutes: number;
}

/**
 * Exchanges four credentials for a bearer token. A missing credential counts as a wrong one. Credentials that are known
 * to be right are let in whatever else came from their address.
 */
export function addAuthenticate(add: AddOperation, parts: AuthenticateParts): void {
  const { authenticator, clock } = parts;
  add(authenticate, async ({ body, request, reply }) => {
    const given = { ...clientOf(request), username: body.username ?? '', password: body.password ?? '' };
    request.caller = parts.nameCaller(given);
    const known = authenticator.recognise(given, clock());
    if (known === null && refuseExhausted(parts, request, reply) !== undefined) return { kind: 'unauthorized' };
    const authenticated = known ?? (await authenticator.verify(given, callerAddress(request), clock()));
    const isRefused = await countAuthenticate(parts, authenticated?.seller ?? null, request, reply);
    if (isRefused || authenticated === null) return { kind: 'unauthorized' };
    const { seller, credentialStamp } = authenticated;
    request.seller = seller;
    const { token, expiresAt } = parts.tokens.issue({ seller, credentialStamp, client: null }, clock());
    return ok({ token, expiryTime: expiresAt.toISOString(), expiryMinutes: parts.tokenMinutes });
  });
}
