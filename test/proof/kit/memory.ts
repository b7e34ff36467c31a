import type { ManagedProcess } from './managed-process.ts';
import type { InstanceOptions } from './testbed.ts';

/** An instance with this can be asked for the memory in use. */
export const withMemory: InstanceOptions = { environment: { NODE_OPTIONS: '--expose-gc' } };

/**
 * After garbage was collected. What is resident tells nothing of a leak: it also depends on when Node.js last
 * collected, and grew by 100 to 250 MB under the same requests.
 */
export async function inUseMb(service: ManagedProcess): Promise<number> {
  const { heapUsed, external } = await service.ask<NodeJS.MemoryUsage>({ isAskedForMemory: true });
  return (heapUsed + external) / 2 ** 20;
}
