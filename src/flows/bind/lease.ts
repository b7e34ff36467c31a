import { type Claim, leaseSeconds, renewLease } from '../../store/bind.ts';
import type { Database } from '../../store/database.ts';
import { holdFor } from '../run-due-work.ts';

/**
 * Keeps a claim ours while its bind runs. A process that was frozen for longer than the lease finds out before it sends
 * anything. What it does not notice in time, the fencing token and the sweep catch.
 */
export interface Lease {
  /** Whether the claim is ours for sure, without asking. */
  readonly isHeld: () => boolean;
  readonly end: () => void;
}

const renewEveryMs = (leaseSeconds * 1_000) / 4;

export function keepLease(database: Database, claim: Claim): Lease {
  let hold = holdFor(leaseSeconds);
  const timer = setInterval(() => {
    const renewed = holdFor(leaseSeconds);
    renewLease(database, claim).then(
      (isOurs) => {
        hold = isOurs ? renewed : holdFor(0);
      },
      () => undefined, // A renewal that fails is tried again; when none succeeds, the lease runs out by itself.
    );
  }, renewEveryMs);
  return { isHeld: () => hold.whyNot() === null, end: () => clearInterval(timer) };
}
