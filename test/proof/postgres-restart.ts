import { type Disruption, disrupt } from './kit/disrupt.ts';
import type { Proof } from './kit/proof.ts';

/** PostgreSQL is restarted by its operator, in haste and in order, while partners sell. */
export const postgresRestart: Proof = {
  name: 'postgres-restart',
  about: 'PostgreSQL is shut down, fast and at once, and started again.',
  run: async (testbed) => {
    const databaseUrl = await testbed.postgres.newDatabase();
    const service = await testbed.startInstance(databaseUrl);
    const restart = (name: string, signal: 'SIGINT' | 'SIGQUIT'): Disruption => ({
      name,
      recoveredBy: ['REF', 'CC', 'PFF'],
      inject: async () => testbed.postgres.signal(signal),
      repair: testbed.postgres.start,
    });
    const disruptions = [restart('fast', 'SIGINT'), restart('immediate', 'SIGQUIT')];
    const size = testbed.isQuick
      ? ({ count: 1, workers: 4, pauseMs: [500, 1_000] } as const)
      : ({ count: 10, workers: 8, pauseMs: [1_000, 5_000] } as const);
    const { plot: _, ...rest } = await disrupt(testbed, { service, databaseUrl, disruptions, ...size });
    return { did: 'PostgreSQL is shut down under load (fast and immediate, in turns) and started again.', ...rest };
  },
};
