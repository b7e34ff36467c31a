import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from './environment.ts';
import { usageOf } from './usage.ts';

export interface StartUp {
  /** From the start of the process to the first good answer of the healthcheck. */
  readonly healthyMs: readonly number[];
  /** Of the service's process, some seconds later; empty where the system has no /proc. */
  readonly residentMb: readonly number[];
}

const restMs = 5_000;

/** Starts on a database that exists: an upgrade and a restart do, only the first start does not. */
export async function measureStartUp(environment: Environment, databaseUrl: string, rounds: number): Promise<StartUp> {
  console.log('start to healthy, and memory at rest');
  const [healthyMs, residentMb]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const since = performance.now();
    const service = await environment.startService(databaseUrl);
    const answer = await fetch(`${service.url}/healthcheck`);
    if (!answer.ok) throw new Error(`The healthcheck answered ${answer.status}.`);
    healthyMs.push(performance.now() - since);
    await sleep(restMs);
    const usage = usageOf(service.pid);
    if (usage !== null) residentMb.push(usage.residentMb);
    await service.stop();
  }
  return { healthyMs, residentMb };
}
