import { pickFrom } from './kit/chance.ts';
import { type Disruption, disrupt } from './kit/disrupt.ts';
import type { Proof } from './kit/proof.ts';

/** The service, PostgreSQL and the parties are killed at random moments while partners sell. */
export const crash: Proof = {
  name: 'crash',
  about:
    'Service, PostgreSQL, its connections, card processor and lender are killed at random moments and started again.',
  run: async (testbed) => {
    const databaseUrl = await testbed.postgres.newDatabase();
    const parties = await testbed.startParties(databaseUrl);
    const service = await testbed.startInstance(databaseUrl, { parties: parties.addresses });
    const { postgres, random } = testbed;
    const pick = pickFrom(random);
    const everybody = ['REF', 'CC', 'PFF'] as const;
    const disruptions: readonly Disruption[] = [
      {
        name: 'of the service',
        recoveredBy: everybody,
        inject: () => service.kill(pick(['alone', 'group'])),
        repair: service.start,
      },
      {
        name: 'of PostgreSQL',
        recoveredBy: everybody,
        inject: async () => postgres.signal('SIGKILL'),
        repair: postgres.start,
      },
      {
        name: 'of the processor',
        recoveredBy: ['CC'],
        inject: () => parties.processor.kill(),
        repair: parties.processor.start,
      },
      {
        name: 'of the lender',
        recoveredBy: ['PFF'],
        inject: () => parties.lender.kill(),
        repair: parties.lender.start,
      },
      {
        name: 'of a PostgreSQL connection',
        recoveredBy: everybody,
        inject: () => postgres.killBackend(pick),
        repair: postgres.untilReady,
      },
      {
        name: 'of service and PostgreSQL at once',
        recoveredBy: everybody,
        inject: async () => {
          postgres.signal('SIGKILL');
          await service.kill('group');
        },
        repair: async () => {
          await postgres.start();
          await service.start();
        },
      },
    ];
    const size = testbed.isQuick
      ? ({ count: 3, workers: 4, pauseMs: [300, 1_200] } as const)
      : ({ count: 50, workers: 8, pauseMs: [300, 4_000] } as const);
    return {
      did: 'SIGKILL at random moments, of processes that are then started again: the service, PostgreSQL’s head, one of its connections, the card processor, the lender.',
      ...(await disrupt(testbed, { service, databaseUrl, disruptions, ...size })),
    };
  },
};
