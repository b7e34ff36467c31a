import * as flows from '../../flows/credential/credentials.ts';
import { accepted } from '../kit/accepted.ts';
import { namedById, type OperatorRoute, operatorRoute, sends } from '../kit/operator-route.ts';
import * as wire from '../wire/onboard.ts';
import type { IntegrationRoutesParts } from './integration-routes.ts';

/** Whose a credential is, where it is, and what rotates it and ends the previous one. */
const holders = [
  ['integration', '/api/integrations', 'secret', flows.rotateClientSecret, flows.revokePreviousSecret],
  ['oauthClient', '/api/oauth-clients', 'secret', flows.rotateOAuthSecret, flows.revokePreviousOAuthSecret],
  ['seller', '/api/sellers', 'password', flows.rotatePassword, flows.revokePreviousPassword],
] as const;

export function credentialRoutes(parts: IntegrationRoutesParts): readonly OperatorRoute[] {
  return holders.flatMap(([holder, path, kind, rotate, revoke]) => [
    operatorRoute(`POST ${path}/:id/${kind}`, 'admin', {
      ...namedById(holder),
      body: wire.rotation,
      answer: sends<wire.RotatedSecret | wire.RotatedPassword>(),
      handle: async ({ params, body: { reason = '', overlapHours }, actor }) => {
        const rotation = { overlapHours, actor, reason, now: parts.clock() };
        const { secret, previousUntil } = accepted(await rotate(parts, params.id, rotation));
        return kind === 'password'
          ? { password: secret, previousPasswordUntil: previousUntil }
          : { clientSecret: secret, previousSecretUntil: previousUntil };
      },
    }),
    operatorRoute(`DELETE ${path}/:id/previous-${kind}`, 'admin', {
      ...namedById(holder),
      query: wire.reasonQuery,
      handle: ({ params, query: { reason = '' }, actor }) =>
        revoke(parts, params.id, { actor, reason, now: parts.clock() }),
    }),
  ]);
}
