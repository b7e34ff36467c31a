import { type Claim, leaseSeconds, renewLease } from '../../store/bind/bind.ts';
import type { Database } from '../../store/database.ts';
import { leaseFor } from '../work/run-due-work.ts';

/**
 * Renews a claim's lease while its bind runs. A process that was suspended for longer than the lease notices before it
 * sends anything; otherwise the fencing token and the sweep catch it.
 */
export function keepLease(database: Database, claim: Claim) {
  let lease = leaseFor(leaseSeconds);
  const timer = setInterval(() => {
    const renewed = leaseFor(leaseSeconds);
    renewLease(database, claim).then(
      (isOurs) => {
        lease = isOurs ? renewed : leaseFor(0);
      },
      () => undefined, // Tried again at the next renewal; if none succeeds, the lease expires.
    );
  }, renewEveryMs);
  return {
    /** Whether the lease is certainly valid, without asking the database. */
    isHeld: () => lease.endedReason() === null,
    end: () => clearInterval(timer),
  };
}

const renewEveryMs = (leaseSeconds * 1_000) / 4;
