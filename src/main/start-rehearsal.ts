import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../domain/log.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { RehearsalOrder } from './rehearsal-parties.ts';
import type { SandboxAddresses } from './sandbox-addresses.ts';

const restartMs = 500;

/**
 * Starts the sandbox's parties in a process of their own, so that they share nothing with the service but PostgreSQL.
 * When it dies, it is started again at the same addresses.
 */
export async function startRehearsal(
  given: RehearsalOrder,
  log: Log,
  cleanup: CleanupStack,
): Promise<SandboxAddresses> {
  let isOver = false;
  let child = begin();
  cleanup.add(async () => {
    isOver = true;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    }
  });
  const addresses = await addressesOf(child, given);
  const again: RehearsalOrder = {
    ...given,
    checkoutPort: Number(new URL(addresses.processor.origin).port),
    lenderPort: Number(new URL(addresses.lender.origin).port),
  };
  const keep = async (): Promise<void> => {
    while (!isOver) {
      await once(child, 'exit');
      if (isOver) return;
      log.error('rehearsal parties died', {});
      await sleep(restartMs);
      child = begin();
      await addressesOf(child, again).catch(() => undefined); // It died again: the next round.
    }
  };
  void keep();
  return addresses;
}

function begin(): ChildProcess {
  return fork(new URL('./rehearsal-parties.ts', import.meta.url), { execArgv: [], stdio: 'inherit', env: {} });
}

/** Throws if it ends before it has said where it is. */
async function addressesOf(child: ChildProcess, order: RehearsalOrder): Promise<SandboxAddresses> {
  const over = new AbortController();
  const { signal } = over;
  try {
    child.send(order);
    return await Promise.race([
      once(child, 'message', { signal }).then(([said]) => said as SandboxAddresses),
      once(child, 'exit', { signal }).then(() => {
        throw new Error('The parties of the rehearsal did not start.');
      }),
    ]);
  } finally {
    over.abort();
  }
}
