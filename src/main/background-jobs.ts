import type { Issuer } from '../documents/issuer.ts';
import type { Clock } from '../domain/calendar/calendar.ts';
import type { DocumentId } from '../domain/ids.ts';
import type { BindParts } from '../flows/bind/bind.ts';
import { finishBinds } from '../flows/bind/finish-binds.ts';
import { reverseDue } from '../flows/bind/give-back.ts';
import { deliverMail, mailsPerRun } from '../flows/deliver-mail.ts';
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
  readonly mailLanes: number;
}

/** How often each instance runs the jobs that can't wait a minute. */
export interface JobPeriods {
  readonly bindsMs: number;
  readonly reversalsMs: number;
  readonly mailMs: number;
}

const usualPeriods: JobPeriods = { bindsMs: 2_000, reversalsMs: 2_000, mailMs: 1_000 };

export interface BackgroundJobs extends Pick<JobEngine, 'waiting'> {
  /** Finishes what was taken and takes no more: another instance does the rest. */
  readonly takeNoMore: () => void;
}

/** Starts the background jobs: some every few seconds on each instance, the others every minute on the job engine. */
export async function startBackgroundJobs(
  parts: BackgroundJobsParts,
  cleanup: CleanupStack,
  { bindsMs, reversalsMs, mailMs }: JobPeriods = usualPeriods,
): Promise<BackgroundJobs> {
  const { url, log } = parts;
  const readContent = (id: DocumentId) => contentOf(parts, id);
  const tickers = [
    startTicker({ name: 'finish-binds', everyMs: bindsMs, log, run: () => finishBinds(parts) }),
    startTicker({ name: 'reverse', everyMs: reversalsMs, log, run: (signal) => reverseDue(parts, signal) }),
    startTicker({
      name: 'deliver-mail',
      everyMs: mailMs,
      log,
      run: async (signal) => {
        // After a full run at once the next: more are due. A mail server that is away ends a run early.
        const full = mailsPerRun(parts.mailLanes);
        while ((await deliverMail({ ...parts, readContent }, null, signal)) === full && !signal.aborted);
      },
    }),
  ];
  const stopTickers = () => Promise.all(tickers.map((stop) => stop()));
  cleanup.add(stopTickers);
  const runs = [sweepCardPaymentsJob(parts), chargeDueJob(parts), rollUpJob(parts)];
  const jobs = await startJobEngine({ url, log, jobs: runs });
  cleanup.add(jobs.close);
  return { waiting: jobs.waiting, takeNoMore: () => void stopTickers() };
}
