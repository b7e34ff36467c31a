import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { usageOf } from '../../bench/kit/usage.ts';
import { freePort } from '../kit/processes/free-port.ts';
import type { Actors } from './kit/actors.ts';
import { startAttackers } from './kit/attackers.ts';
import { judgeBooks } from './kit/books.ts';
import { saleCounts } from './kit/disrupt.ts';
import { growthOf, inMs, type Point, percentile } from './kit/figures.ts';
import { startLoad } from './kit/load.ts';
import { inUseMb, withMemory } from './kit/memory.ts';
import { startOperators } from './kit/operators.ts';
import { type Counts, type Proof, unless } from './kit/proof.ts';

/** More than this is a leak. */
const growthMaxMbPerMinute = 0.5;
/** Connections of partners and operators at work, and the service's own, come and go; attackers held 120 and more. */
const descriptorsBesideMax = 40;
/**
 * Partners sell for an hour, while strangers attack every port and operators work: the service's memory and its
 * descriptors stay where they were, and every sale is right. The service remembers its last few thousand look-ups
 * (7.5 MB), forgets them all and begins again, so what is in use after garbage was collected goes up and down all the
 * time. It is compared where it is lowest.
 */
export const soak: Proof = {
  name: 'soak',
  about: 'Sales without a pause, under attack and with operators at work; memory and descriptors may not grow.',
  run: async (testbed) => {
    const [warmUpMs, soakMs] = testbed.isQuick ? [2_000, 8_000] : [120_000, 3_600_000];
    const databaseUrl = await testbed.postgres.newDatabase();
    const operatorPort = await freePort();
    const service = await testbed.startInstance(databaseUrl, {
      environment: { ...withMemory.environment, OPERATOR_PORT: String(operatorPort), TRUST_PROXY: 'loopback' },
    });
    const operatorUrl = `http://127.0.0.1:${operatorPort}`;
    const descriptors = (): number => readdirSync(`/proc/${service.pid()}/fd`).length;
    const load = startLoad(testbed, { url: service.url, workers: 2, leftAlone: 0.02, pauseMs: 200 });
    await sleep(2_000); // The service opens its connections to database and parties when it first needs them.
    const descriptorsBefore = descriptors();
    const attackers = await startAttackers(testbed, { url: service.url, operatorUrl });
    const operators = await startOperators(testbed, { operatorUrl, sales: load.sales });
    const began = performance.now();
    const resident: Point[] = [];
    const inUse: Point[] = [];
    const aliveMs: number[] = [];
    const deadAt: number[] = [];
    let descriptorsMost = 0;
    for (let turn = 0; performance.now() - began < warmUpMs + soakMs; turn += 1) {
      const second = (performance.now() - began) / 1_000;
      const asked = performance.now();
      const { ok } = await fetch(`${service.url}/healthcheck/live`);
      if (ok) aliveMs.push(performance.now() - asked);
      else deadAt.push(second);
      descriptorsMost = Math.max(descriptorsMost, descriptors());
      const usage = turn % (testbed.isQuick ? 1 : 10) === 0 ? usageOf(service.pid()) : null;
      if (usage !== null) resident.push([second, usage.residentMb]);
      // Rarely: a collection of everything stops the service for a moment.
      if (turn % 20 === 0) inUse.push([second, await inUseMb(service)]);
      await sleep(500);
    }
    await Promise.all([attackers.stop(), operators.stop(), load.stop()]);
    const descriptorsAfter = await atRest(descriptors, descriptorsBefore + descriptorsBesideMax);
    const isWarm = ([second]: Point): boolean => second * 1_000 > warmUpMs;
    const growth = growthOf(inUse.filter(isWarm));
    const perMinute = growth === null ? 0 : growth.perSecond * 60;
    const memory = resident.filter(isWarm).map(([, mb]) => mb);
    const { counts, faults } = await judgeBooks(databaseUrl, load.sales);
    return {
      did: `Sales from look-up to bind for ${Math.round(soakMs / 1_000)} s, after ${Math.round(warmUpMs / 1_000)} s of warm-up. Meanwhile two attackers and a clerk, an administrator and a seller’s desk are at work; how often they did what is in the counts. Every ten seconds garbage is collected and what is still in use is measured. The service remembers its last few thousand look-ups (7.5 MB), forgets them all and begins again; so the lowest of the first half is compared with the lowest of the second. It may grow by ${growthMaxMbPerMinute} MB a minute.`,
      counts: {
        ...(growth !== null && {
          'in use MB, lowest of the first half': growth.from.toFixed(1),
          'in use MB, lowest of the second half': growth.to.toFixed(1),
          'growth MB a minute': perMinute.toFixed(2),
        }),
        'resident MB, median': Math.round(percentile(memory, 0.5)),
        'resident MB, most': Math.round(percentile(memory, 1)),
        'descriptors before': descriptorsBefore,
        'descriptors, most': descriptorsMost,
        'descriptors after': descriptorsAfter,
        'healthcheck/live ms at p99': inMs(percentile(aliveMs, 0.99)),
        'healthcheck/live ms, slowest': inMs(percentile(aliveMs, 1)),
        ...countsOf('attack', attackers),
        ...countsOf('operators', operators),
        ...saleCounts(load.sales),
        ...counts,
      },
      faults: [
        ...faults,
        ...attackers.faults,
        ...operators.faults,
        ...load.sales.flatMap(({ refusedWith }) => (refusedWith === null ? [] : [`a bind ended with ${refusedWith}`])),
        ...unless(
          descriptorsAfter <= descriptorsBefore + descriptorsBesideMax,
          `${descriptorsAfter} descriptors are open, ${descriptorsBefore} were at the start`,
        ),
        ...deadAt.map((second) => `/healthcheck/live failed at ${Math.round(second)} s`),
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

const restMaxMs = 120_000;

/** How many descriptors are open once those of connections that have ended are closed. */
async function atRest(count: () => number, wanted: number): Promise<number> {
  const deadline = performance.now() + restMaxMs;
  while (count() > wanted && performance.now() < deadline) await sleep(500);
  return count();
}

function countsOf(who: string, { counts }: Actors): Counts {
  return Object.fromEntries([...counts].map(([act, many]) => [`${who}, ${act}`, many]));
}
