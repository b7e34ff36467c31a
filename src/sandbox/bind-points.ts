import { setTimeout as sleep } from 'node:timers/promises';
import { type AtPoint, IssueRefused } from '../flows/bind/points.ts';

const slowMs = 3_000;

/**
 * What the sandbox does at the named points of a bind. A fault that belongs to the issuing step is made here; faults of
 * the processor and the lender are made by them. `dieAt` ends the process for real, as a power failure would.
 */
export function makeSandboxPoints(dieAt: string | null): AtPoint {
  return async (point, { fault }, claim) => {
    if (dieAt === point) process.kill(process.pid, 'SIGKILL');
    if (point !== 'before issue') return;
    if (fault === 'SlowBind') await sleep(slowMs);
    const isAfterMoney =
      (fault === 'BindFailedAfterCardCapture' && claim?.agreed.paymentMethod === 'CC') ||
      (fault === 'BindFailedAfterFinancing' && claim?.agreed.paymentMethod === 'PFF');
    if (isAfterMoney) throw new IssueRefused('The sandbox was asked to fail here.');
  };
}
