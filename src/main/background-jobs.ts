import type { Issuer } from '../documents/issuer.ts';
import type { Clock } from '../domain/calendar/calendar.ts';
import type { DocumentId } from '../domain/ids.ts';
import type { BindParts } from '../flows/bind/bind.ts';
import { finishBinds } from '../flows/bind/finish-binds.ts';
import { reverseDue } from '../flows/bind/give-back.ts';
import { deliverMail } from '../flows/deliver-mail.ts';
import { contentOf, type DocumentParts } from '../flows/fetch-document.ts';
import { chargeDueJob } from '../jobs/charge-due.ts';
import { type JobEngine, startJobEngine } from '../jobs/engine.ts';
import { rollUpJob } from '../jobs/roll-up.ts';
import { sweepCardPaymentsJob } from '../jobs/sweep-card-payments.ts';
import { startTicker } from '../jobs/ticker.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Reference } from '../store/reference/keeper.ts';
import type { CleanupStack } from './cleanup-stack.ts';

export interface BackgroundJobsParts extends BindParts, DocumentParts {
  readonly url: string;
  readonly clock: Clock;
  readonly reference: () => Reference;
  readonly mailer: Mailer;
  readonly issuer: Issuer;
}

/** How often each instance runs the jobs that can't wait a minute. */
export interface JobPeriods {
  readonly bindsMs: number;
  readonly reversalsMs: number;
  readonly mailMs: number;
  readonly unresolvedVinsMs: number;
}

export const usualPeriods: JobPeriods = {
  bindsMs: 2_000,
  reversalsMs: 2_000,
  mailMs: 1_000,
  unresolvedVinsMs: 10_000,
};

/** Starts the background jobs: some every few seconds on each instance, the others every minute on the job engine. */
export async function startBackgroundJobs(
  parts: BackgroundJobsParts,
  cleanup: CleanupStack,
  { bindsMs, reversalsMs, mailMs }: JobPeriods = usualPeriods,
): Promise<JobEngine> {
  const { url, log } = parts;
  const readContent = (id: DocumentId) => contentOf(parts, id);
  cleanup.add(startTicker({ name: 'finish-binds', everyMs: bindsMs, log, run: () => finishBinds(parts) }));
  cleanup.add(startTicker({ name: 'reverse', everyMs: reversalsMs, log, run: (signal) => reverseDue(parts, signal) }));
  cleanup.add(
    startTicker({
      name: 'deliver-mail',
      everyMs: mailMs,
      log,
      run: (signal) => deliverMail({ ...parts, readContent }, null, signal),
    }),
  );
  const runs = [sweepCardPaymentsJob(parts), chargeDueJob(parts), rollUpJob(parts)];
  const jobs = await startJobEngine({ url, log, jobs: runs });
  cleanup.add(jobs.close);
  return jobs;
}
