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
import type { JobWatch } from '../jobs/watch.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Database } from '../store/database.ts';
import { readJobAges } from '../store/database-facts.ts';
import type { Reference } from '../store/reference/keeper.ts';
import type { CleanupStack } from './cleanup-stack.ts';

export interface BackgroundJobsParts extends BindParts, DocumentParts {
  /** The job engine's connections. */
  readonly jobsDatabase: Database;
  readonly mayMigrate: boolean;
  readonly watch: JobWatch;
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
}

const usualPeriods: JobPeriods = { bindsMs: 2_000, reversalsMs: 2_000, mailMs: 1_000 };

/** Starts the background jobs: some every few seconds on each instance, the others every minute on the job engine. */
export async function startBackgroundJobs(
  parts: BackgroundJobsParts,
  cleanup: CleanupStack,
  { bindsMs, reversalsMs, mailMs }: JobPeriods = usualPeriods,
): Promise<JobEngine> {
  const { log, watch, jobsDatabase: database, mayMigrate } = parts;
  const readContent = (id: DocumentId) => contentOf(parts, id);
  const tick = (name: string, everyMs: number, run: (signal: AbortSignal) => Promise<unknown>): void =>
    cleanup.add(startTicker({ name, everyMs, run, log, watch }));
  tick('finish-binds', bindsMs, () => finishBinds(parts));
  tick('reverse', reversalsMs, (signal) => reverseDue(parts, signal));
  tick('deliver-mail', mailMs, (signal) => deliverMail({ ...parts, readContent }, null, signal));
  const runs = [sweepCardPaymentsJob(parts), chargeDueJob(parts), rollUpJob(parts)];
  const jobs = await startJobEngine({ database, log, jobs: runs, mayMigrate });
  cleanup.add(jobs.close);
  for (const { name } of runs) watch.expect(name, minutelyLateMs);
  // Any instance may have run it, so the database is asked.
  tick('watch-jobs', watchMs, async () => {
    const ages = await readJobAges(
      database,
      runs.map(({ name }) => name),
    );
    for (const [name, ageMs] of ages) watch.succeeded(name, ageMs);
  });
  return jobs;
}

const watchMs = 10_000;
// A run may take five minutes and is tried again.
const minutelyLateMs = 10 * 60_000;
