import test from 'node:test';
import { cloneDatabase } from '../../kit/database.ts';
import { randomOf } from '../../kit/random.ts';
import { openLane } from './lane.ts';
import { plants } from './plants.ts';
import { scenarios } from './scenarios.ts';
import { controlTime } from './scheduler.ts';
import { runAtRandom, searchAll, shrink } from './search.ts';
import { tellStory } from './story.ts';

test('explore', { timeout: 3_600_000 }, async () => {
  const lane = await openLane(await cloneDatabase());
  const restore = controlTime();
  const n = Number(process.env.N ?? 10);
  const bounds = { switch: 2, fault: 2, death: 1, time: 2, all: 2 };
  const plant = plants.find((one) => one.name === process.env.PLANT) ?? null;
  const names = process.env.SCEN ?? '';
  for (const scenario of scenarios.filter(({ name }) =>
    plant ? name === plant.scenario : new RegExp(names).test(name),
  )) {
    let count = 0;
    let steps = 0;
    const kinds = new Map<string, string>();
    const since = performance.now();
    const cpu = process.cpuUsage();
    const asked = { lane, scenario, plant };
    let bad = 0;
    const note = async (ran: any) => {
      count += 1;
      steps = Math.max(steps, ran.story.length);
      if (ran.broken.length > 0) {
        bad += 1;
        const key = ran.broken.join(' | ').replaceAll(/[0-9a-f-]{36}|\d+/g, '#');
        if (!kinds.has(key) && kinds.size < 3) kinds.set(key, ran);
      }
    };
    try {
      await searchAll(asked, {
        bounds,
        random: randomOf(Number(process.env.SEED ?? 1)),
        onRan: (ran) => {
          void note(ran);
          return count >= n ? 'enough' : 'more';
        },
      });
      const random = randomOf(Number(process.env.SEED ?? 1) + 1);
      for (let i = 0; i < n / 4; i += 1)
        await note(await runAtRandom(asked, { random, bounds: { switch: 4, fault: 3, death: 2, time: 2, all: 12 } }));
      console.log(
        `${scenario.name}: ${count} schedules, ${bad} broken, ${steps} steps, ${((performance.now() - since) / count).toFixed(1)} ms each, cpu ${(process.cpuUsage(cpu).user / 1000 / count).toFixed(1)} + ${(process.cpuUsage(cpu).system / 1000 / count).toFixed(1)} ms`,
      );
      for (const ran of kinds.values())
        console.log(tellStory(scenario, plant, process.env.SHRINK ? await shrink(asked, ran as any) : (ran as any)));
    } catch (error) {
      console.log(scenario.name, 'THREW', error);
    }
  }
  restore();
  await lane.close();
});
