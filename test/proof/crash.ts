import { pickFrom } from './kit/chance.ts';
import type { Proof } from './kit/proof.ts';
import { type Blow, weather } from './kit/storm.ts';

/** The service, PostgreSQL and the parties are killed at random moments while partners sell. */
export const crash: Proof = {
  name: 'crash',
  run: async (stage) => {
    const databaseUrl = await stage.postgres.newDatabase();
    const parties = await stage.startParties(databaseUrl);
    const service = await stage.startInstance(databaseUrl, { parties: parties.addresses });
    const { postgres, random } = stage;
    const pick = pickFrom(random);
    const everybody = ['REF', 'CC', 'PFF'] as const;
    const blows: readonly Blow[] = [
      {
        name: 'of the service',
        heals: everybody,
        strike: () => service.kill(pick(['alone', 'group'])),
        mend: service.start,
      },
      {
        name: 'of PostgreSQL',
        heals: everybody,
        strike: async () => postgres.signal('SIGKILL'),
        mend: postgres.start,
      },
      {
        name: 'of the processor',
        heals: ['CC'],
        strike: () => parties.processor.kill(),
        mend: parties.processor.start,
      },
      { name: 'of the lender', heals: ['PFF'], strike: () => parties.lender.kill(), mend: parties.lender.start },
      {
        name: 'of a PostgreSQL connection',
        heals: everybody,
        strike: () => postgres.killBackend(pick),
        mend: postgres.untilReady,
      },
      {
        name: 'of service and PostgreSQL at once',
        heals: everybody,
        strike: async () => {
          postgres.signal('SIGKILL');
          await service.kill('group');
        },
        mend: async () => {
          await postgres.start();
          await service.start();
        },
      },
    ];
    const size = stage.isQuick
      ? ({ count: 3, workers: 4, calmMs: [300, 1_200] } as const)
      : ({ count: 50, workers: 8, calmMs: [300, 4_000] } as const);
    return {
      did: 'SIGKILL at random moments, of processes that are then started again: the service, PostgreSQL’s head, one of its connections, the card processor, the lender.',
      ...(await weather(stage, { service, databaseUrl, blows, ...size })),
    };
  },
};
