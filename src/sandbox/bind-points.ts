import { setTimeout as sleep } from 'node:timers/promises';
import { type PaidBy, paymentMethodRules } from '../domain/payment-method.ts';
import { type Failpoint, IssueRefused } from '../flows/points.ts';

const slowMs = 3_000;

const faultAfterMoney: Readonly<Record<PaidBy, string | null>> = {
  partner: null,
  loan: 'BindFailedAfterFinancing',
  card: 'BindFailedAfterCardCapture',
};

/**
 * Causes the requested faults at the named points of a bind. Faults of the issuing step are caused here; those of the
 * processor and the lender by their sandboxes. `dieAt` kills the process, as a power failure would.
 */
export function makeSandboxPoints(dieAt: string | null): Failpoint {
  return async (point, { fault }, claim) => {
    if (dieAt === point) process.kill(process.pid, 'SIGKILL');
    if (point !== 'before issue') return;
    if (fault === 'SlowBind') await sleep(slowMs);
    const { paidBy } = paymentMethodRules[claim!.agreed.paymentMethod];
    if (fault !== null && fault === faultAfterMoney[paidBy])
      throw new IssueRefused('The sandbox was asked to fail here.');
  };
}
