import { setTimeout as sleep } from 'node:timers/promises';
import { usageOf } from '../../bench/kit/usage.ts';
import { judgeBooks } from './kit/books.ts';
import { saleCounts } from './kit/disrupt.ts';
import { percentile, slopeOf } from './kit/figures.ts';
import { startLoad } from './kit/load.ts';
import { inUseMb, withMemory } from './kit/memory.ts';
import { type Proof, unless } from './kit/proof.ts';

/**
 * What is in use after garbage was collected. The service remembers its last few thousand look-ups (7.5 MB) and then
 * begins again, which looks like growth for a minute or two; more than this is a leak of a kilobyte or two by sale.
 */
const growthMaxMbPerMinute = 3;

/** Partners sell for minutes; the service's memory stays where it was. */
export const soak: Proof = {
  name: 'soak',
  about: 'Sales without a pause; the memory in use may not grow.',
  run: async (testbed) => {
    const [warmUpMs, soakMs] = testbed.isQuick ? [2_000, 4_000] : [45_000, 150_000];
    const databaseUrl = await testbed.postgres.newDatabase();
    const service = await testbed.startInstance(databaseUrl, withMemory);
    const load = startLoad(testbed, { url: service.url, workers: 4, leftAlone: 0.02 });
    const began = performance.now();
    const resident: Point[] = [];
    const inUse: Point[] = [];
    for (let turn = 0; performance.now() - began < warmUpMs + soakMs; turn += 1) {
      const second = (performance.now() - began) / 1_000;
      const usage = usageOf(service.pid());
      if (usage !== null) resident.push([second, usage.residentMb]);
      // Rarely: a collection of everything stops the service for a moment.
      if (turn % 20 === 0) inUse.push([second, await inUseMb(service)]);
      await sleep(500);
    }
    await load.stop();
    const isWarm = ([second]: Point): boolean => second * 1_000 > warmUpMs;
    const growth = slopeOf(inUse.filter(isWarm)) * 60;
    const memory = resident.filter(isWarm).map(([, mb]) => mb);
    const { counts, faults } = await judgeBooks(databaseUrl, load.sales);
    return {
      did: `Sales from look-up to bind without a pause for ${Math.round(soakMs / 1_000)} s, after ${Math.round(warmUpMs / 1_000)} s of warm-up. Every ten seconds garbage is collected and what is still in use is measured. It may grow by ${growthMaxMbPerMinute} MB a minute: the service remembers its last few thousand look-ups (7.5 MB), which fill up meanwhile; more would be a leak of a kilobyte or two by sale.`,
      counts: {
        'in use MB, first': inUse.find(isWarm)?.[1].toFixed(1) ?? 0,
        'in use MB, last': inUse.at(-1)![1].toFixed(1),
        'growth MB a minute': growth.toFixed(2),
        'resident MB, median': Math.round(percentile(memory, 0.5)),
        'resident MB, most': Math.round(percentile(memory, 1)),
        ...saleCounts(load.sales),
        ...counts,
      },
      faults: [
        ...faults,
        // A short form is all warm-up.
        ...unless(testbed.isQuick || growth <= growthMaxMbPerMinute, `memory grew by ${growth.toFixed(1)} MB a minute`),
      ],
      plot: { title: 'memory of the service, resident', unit: 'MB', points: resident, marks: [warmUpMs / 1_000] },
    };
  },
};

/** Seconds since the start, and megabytes. */
type Point = readonly [number, number];
