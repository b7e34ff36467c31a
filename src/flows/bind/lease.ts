import { type Claim, leaseSeconds, renewLease } from '../../store/bind.ts';
import type { Database } from '../../store/database.ts';

/**
 * Keeps a claim ours while its bind runs. Whoever was stopped for longer than the lease (a frozen machine, a long pause)
 * finds out before it sends anything, by a clock that goes on meanwhile.
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
