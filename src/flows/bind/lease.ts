import { type Claim, leaseSeconds, renewLease } from '../../store/bind.ts';
import type { Database } from '../../store/database.ts';

/**
 * Keeps a claim ours while its bind runs. A process that was frozen for longer than the lease finds out before it sends
 * anything, by a clock that goes on meanwhile. What it does not notice in time, the fencing token and the sweep catch.
 */
export interface Lease {
  /** Whether the claim is ours for sure, without asking. */
  readonly isHeld: () => boolean;
  readonly end: () => void;
}

const renewEveryMs = (leaseSeconds * 1_000) / 4;

export function keepLease(database: Database, claim: Claim): Lease {
  let heldUntil = performance.now() + leaseSeconds * 1_000;
  const timer = setInterval(() => {
    const asked = performance.now();
    renewLease(database, claim).then(
      (isOurs) => {
        heldUntil = isOurs ? asked + leaseSeconds * 1_000 : 0;
      },
      () => undefined, // A renewal that fails is tried again; when none succeeds, the lease runs out by itself.
    );
  }, renewEveryMs);
  return { isHeld: () => performance.now() < heldUntil, end: () => clearInterval(timer) };
}
