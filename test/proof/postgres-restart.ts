import type { Proof } from './kit/proof.ts';
import { type Blow, weather } from './kit/storm.ts';

/** PostgreSQL is restarted by its operator, in haste and in order, while partners sell. */
export const postgresRestart: Proof = {
  name: 'postgres-restart',
  run: async (stage) => {
    const databaseUrl = await stage.postgres.newDatabase();
    const service = await stage.startInstance(databaseUrl);
    const restart = (name: string, signal: 'SIGINT' | 'SIGQUIT'): Blow => ({
      name,
      heals: ['REF', 'CC', 'PFF'],
      strike: async () => stage.postgres.signal(signal),
      mend: stage.postgres.start,
    });
    const blows = [restart('fast', 'SIGINT'), restart('immediate', 'SIGQUIT')];
    const size = stage.isQuick
      ? ({ count: 1, workers: 4, calmMs: [500, 1_000] } as const)
      : ({ count: 10, workers: 8, calmMs: [1_000, 5_000] } as const);
    const { plot: _, ...rest } = await weather(stage, { service, databaseUrl, blows, ...size });
    return { did: 'PostgreSQL is shut down under load (fast and immediate, in turns) and started again.', ...rest };
  },
};
