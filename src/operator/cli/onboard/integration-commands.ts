import { createIntegration, type IntegrationChanges, updateIntegration } from '../../../flows/partner/integrations.ts';
import { listIntegrations } from '../../../store/partner/integration.ts';
import { accepted } from '../../kit/accepted.ts';
import type { Answer, Commands, OpenLine } from '../command-kit.ts';
import { addDisabling } from '../disabling-commands.ts';
import { option, reason, toggle } from '../options.ts';
import { facts, pageAnswer, stateOf } from '../table.ts';
import { integrationOf } from './find-by-name.ts';
import { nameListOptions, pageQueryOf } from './name-list-options.ts';

export function integrationCommands(program: Commands): void {
  const integration = program.group('integration', "partners' software: create, disable, enable");

  integration
    .add('create <name>', 'make an integration; its client secret is shown once', {
      reason,
      clientId: option('<id>', 'its client id; by default made from the name'),
      rateLimit: option('<requests>', 'requests per 60 seconds; by default the limit of the service'),
    })
    .run(async (line, { clientId, rateLimit }, name) => {
      const given = { name, clientId, rateLimit: readLimit(rateLimit ?? 'default') };
      const issued = accepted(await createIntegration(line, given, line.by));
      const shown = facts({ client_id: issued.integration.clientId, client_secret: issued.clientSecret });
      return { json: issued, text: `${shown}\n\nThe secret is shown this once.` };
    });

  integration
    .add('list', 'all integrations, by name', nameListOptions('client id'))
    .run(async ({ database }, options) => {
      const page = await listIntegrations(database, { ...pageQueryOf(options, 'uuid'), visibleIntegrations: null });
      return pageAnswer(page, 'No integration. Make one: npx northbind integration create <name>', {
        'client id': 'clientId',
        name: 'name',
        state: stateOf,
        sellers: { right: 'sellerCount' },
        'rate limit': { right: (row) => row.rateLimit ?? 'default' },
      });
    });

  integration
    .add('update <client-id>', 'change an integration; what is left out stays', {
      reason,
      name: option('<name>', 'its name'),
      rateLimit: option('<requests>', 'requests per 60 seconds, or "default" for the limit of the service'),
      secondPolicy: toggle('a vehicle may have a second policy', 'a second policy for a vehicle is refused'),
    })
    .run((line, { name, rateLimit, secondPolicy }, clientId) =>
      update(line, clientId, {
        ...(name !== undefined && { name }),
        ...(rateLimit !== undefined && { rateLimit: readLimit(rateLimit) }),
        ...(secondPolicy !== undefined && { refusesSecondPolicy: !secondPolicy }),
      }),
    );

  const about = {
    disable: 'it and its sellers can no longer sign in, from now on',
    enable: 'it and its sellers can sign in again',
  };
  addDisabling(integration, '<client-id>', about, (line, clientId, isDisabled) =>
    update(line, clientId, { isDisabled }),
  );
}

async function update(line: OpenLine, clientId: string, changes: IntegrationChanges): Promise<Answer> {
  const { id } = await integrationOf(line, clientId);
  const after = accepted(await updateIntegration(line, id, changes, line.by));
  const { name: Name, rateLimit, refusesSecondPolicy } = after;
  return {
    json: after,
    text: facts({
      ...{ 'Client id': clientId, Name, State: stateOf(after), 'Rate limit': rateLimit ?? 'default' },
      'Second policy for a vehicle': refusesSecondPolicy ? 'refused' : 'allowed',
    }),
  };
}

/** The flow refuses what is not a number. */
function readLimit(text: string): number | null {
  return text === 'default' ? null : Number(text);
}
