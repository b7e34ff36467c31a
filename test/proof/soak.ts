import { setTimeout as sleep } from 'node:timers/promises';
import { usageOf } from '../../bench/kit/usage.ts';
import { judgeBooks } from './kit/books.ts';
import { saleCounts } from './kit/disrupt.ts';
import { growthOf, type Point, percentile } from './kit/figures.ts';
import { startLoad } from './kit/load.ts';
import { inUseMb, withMemory } from './kit/memory.ts';
import { type Proof, unless } from './kit/proof.ts';

/** More than this is a leak of some 200 bytes by sale. */
const growthMaxMbPerMinute = 0.5;

/**
 * Partners sell for an hour; the service's memory stays where it was. The service remembers its last few thousand
 * look-ups (7.5 MB), forgets them all and begins again, so what is in use after garbage was collected goes up and down
 * all the time. It is compared where it is lowest.
 */
export const soak: Proof = {
  name: 'soak',
  about: 'Sales without a pause; the memory in use may not grow.',
  run: async (testbed) => {
    const [warmUpMs, soakMs] = testbed.isQuick ? [2_000, 4_000] : [120_000, 3_600_000];
    const databaseUrl = await testbed.postgres.newDatabase();
    const service = await testbed.startInstance(databaseUrl, withMemory);
    const load = startLoad(testbed, { url: service.url, workers: 4, leftAlone: 0.02 });
    const began = performance.now();
    const resident: Point[] = [];
    const inUse: Point[] = [];
    for (let turn = 0; performance.now() - began < warmUpMs + soakMs; turn += 1) {
      const second = (performance.now() - began) / 1_000;
      const usage = turn % (testbed.isQuick ? 1 : 10) === 0 ? usageOf(service.pid()) : null;
      if (usage !== null) resident.push([second, usage.residentMb]);
      // Rarely: a collection of everything stops the service for a moment.
      if (turn % 20 === 0) inUse.push([second, await inUseMb(service)]);
      await sleep(500);
    }
    await load.stop();
    const isWarm = ([second]: Point): boolean => second * 1_000 > warmUpMs;
    const growth = growthOf(inUse.filter(isWarm));
    const perMinute = growth === null ? 0 : growth.perSecond * 60;
    const memory = resident.filter(isWarm).map(([, mb]) => mb);
    const { counts, faults } = await judgeBooks(databaseUrl, load.sales);
    return {
      did: `Sales from look-up to bind without a pause for ${Math.round(soakMs / 1_000)} s, after ${Math.round(warmUpMs / 1_000)} s of warm-up. Every ten seconds garbage is collected and what is still in use is measured. The service remembers its last few thousand look-ups (7.5 MB), forgets them all and begins again; so the lowest of the first half is compared with the lowest of the second. It may grow by ${growthMaxMbPerMinute} MB a minute.`,
      counts: {
        ...(growth !== null && {
          'in use MB, lowest of the first half': growth.from.toFixed(1),
          'in use MB, lowest of the second half': growth.to.toFixed(1),
          'growth MB a minute': perMinute.toFixed(2),
        }),
        'resident MB, median': Math.round(percentile(memory, 0.5)),
        'resident MB, most': Math.round(percentile(memory, 1)),
        ...saleCounts(load.sales),
        ...counts,
      },
      faults: [
        ...faults,
        // A short form is all warm-up.
        ...unless(
          testbed.isQuick || perMinute <= growthMaxMbPerMinute,
          `memory grew by ${perMinute.toFixed(1)} MB a minute`,
        ),
      ],
      plot: { title: 'memory of the service, resident', unit: 'MB', points: resident, marks: [warmUpMs / 1_000] },
    };
  },
};
