import type { CreatedIntegration, WireIntegration } from '../../wire/onboard.ts';
import { command, disabling, group, shownOnce } from '../command-words.ts';
import { integration } from '../names.ts';
import { facts, type Shown, shownRows, stateOf } from '../table.ts';

export function searchedBy(what: string) {
  return { search: `only those whose name begins so, or with this ${what}` };
}

export const ofIntegration = { 'client-id': integration };

function integrationFacts(after: WireIntegration): Shown {
  return facts({
    'Client id': after.clientId,
    Name: after.name,
    State: stateOf(after),
    'Rate limit': after.rateLimit ?? 'default',
    'Second policy for a vehicle': after.refusesSecondPolicy ? 'refused' : 'allowed',
  });
}

export const integrationWords = group('integration', "partners' software: create, disable, enable", [
  command<CreatedIntegration>('create <name>', 'create an integration; its client secret is shown once', {
    route: 'POST /api/integrations',
    without: ['refusesSecondPolicy'],
    options: {
      clientId: '<id> its client id; by default made from the name',
      rateLimit: { text: '<requests> requests per 60 seconds; by default the limit of the service', none: 'default' },
    },
    shows: (issued) =>
      shownOnce('secret', facts({ client_id: issued.integration.clientId, client_secret: issued.clientSecret })),
  }),
  command('list', 'all integrations, by name', {
    route: 'GET /api/integrations',
    options: searchedBy('client id'),
    shows: shownRows<WireIntegration>(
      [
        'clientId',
        'name',
        { state: stateOf, sellers: 'sellerCount', 'rate limit': { right: (row) => row.rateLimit ?? 'default' } },
      ],
      'No integration. Make one: npx northbind integration create <name>',
    ),
  }),
  command('update <client-id>', 'change an integration; what is left out stays', {
    route: 'PATCH /api/integrations/:id',
    args: ofIntegration,
    without: ['isDisabled'],
    options: {
      name: 'its name',
      rateLimit: { text: '<requests> per 60 seconds, or "default" for the limit of the service', none: 'default' },
      refusesSecondPolicy: {
        text: '--second-policy a vehicle may have a second policy',
        not: 'a second policy for a vehicle is refused',
        isReversed: true,
      },
    },
    shows: integrationFacts,
  }),
  ...disabling<WireIntegration>('client-id', integration, 'PATCH /api/integrations/:id', {
    about: {
      disable: 'it and its sellers can no longer sign in, from now on',
      enable: 'it and its sellers can sign in again',
    },
    shows: integrationFacts,
  }),
]);
