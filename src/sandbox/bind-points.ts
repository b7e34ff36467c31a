import { setTimeout as sleep } from 'node:timers/promises';
import { type PaidBy, paymentMethodRules } from '../domain/payment-method.ts';
import { type AtPoint, IssueRefused } from '../flows/bind/points.ts';

const slowMs = 3_000;

const faultAfterMoney: Readonly<Record<PaidBy, string | null>> = {
  partner: null,
  loan: 'BindFailedAfterFinancing',
  card: 'BindFailedAfterCardCapture',
};

/**
 * What the sandbox does at the named points of a bind. A fault that belongs to the issuing step is made here; faults of
 * the processor and the lender are made by them. `dieAt` ends the process for real, as a power failure would.
 */
export function makeSandboxPoints(dieAt: string | null): AtPoint {
  return async (point, { fault }, claim) => {
    if (dieAt === point) process.kill(process.pid, 'SIGKILL');
    if (point !== 'before issue') return;
    if (fault === 'SlowBind') await sleep(slowMs);
    const { paidBy } = paymentMethodRules[claim!.agreed.paymentMethod];
    if (fault !== null && fault === faultAfterMoney[paidBy])
      throw new IssueRefused('The sandbox was asked to fail here.');
  };
}
