import type { DocumentId } from '../domain/ids.ts';
import { linkAudit } from '../flows/audit/link-audit.ts';
import type { BindParts } from '../flows/bind/bind.ts';
import { finishBinds } from '../flows/bind/finish-binds.ts';
import { contentOf } from '../flows/document/fetch-document.ts';
import { type DeliverWebhooksParts, makeWebhookDelivery } from '../flows/event/deliver-webhooks.ts';
import { publishEvents } from '../flows/event/publish-events.ts';
import { type DeliverMailParts, deliverMail, mailsPerRun } from '../flows/mail/deliver-mail.ts';
import { type DeliverOperatorMailParts, deliverOperatorMail } from '../flows/mail/deliver-operator-mail.ts';
import type { Parts } from '../flows/parts.ts';
import { reverseDue } from '../flows/refund/give-back.ts';
import { type JobEngine, startJobEngine } from '../jobs/engine.ts';
import { type ScheduledJobsParts, scheduledJobs } from '../jobs/scheduled-jobs.ts';
import { startTicker } from '../jobs/ticker.ts';
import type { JobWatch } from '../jobs/watch.ts';
import type { Database } from '../store/database.ts';
import { readJobAges } from '../store/doctor/database-facts.ts';
import type { DocumentContent } from '../store/document/document.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { Watch } from './watch.ts';

export interface BackgroundJobsParts
  extends BindParts,
    Omit<DeliverMailParts, 'readContent'>,
    DeliverOperatorMailParts,
    DeliverWebhooksParts,
    Parts<'printer'>,
    ScheduledJobsParts {
  /** The job engine's connections. */
  readonly jobsDatabase: Database;
  readonly mayMigrate: boolean;
  readonly jobWatch: JobWatch;
  readonly watch: Watch;
}

/** How often each instance runs the jobs that can't wait a minute. */
export type JobPeriods = Readonly<typeof usualPeriods>;

export const usualPeriods = {
  bindsMs: 2_000,
  reversalsMs: 2_000,
  mailMs: 1_000,
  eventsMs: 500,
  webhooksMs: 500,
  unresolvedVinsMs: 10_000,
};

export interface BackgroundJobs extends Pick<JobEngine, 'waiting'> {
  /** Finishes what was taken and takes no more: another instance does the rest. */
  readonly takeNoMore: () => void;
}

/** For a drill: what is due in the copy of a database was done for real, or is another's to do. */
export const noBackgroundJobs: BackgroundJobs = { waiting: async () => new Map(), takeNoMore: () => undefined };

/** Starts the background jobs: some every few seconds on each instance, the others every minute on the job engine. */
export async function startBackgroundJobs(
  parts: BackgroundJobsParts,
  cleanup: CleanupStack,
  { bindsMs, reversalsMs, mailMs, eventsMs, webhooksMs }: JobPeriods = usualPeriods,
): Promise<BackgroundJobs> {
  const { log, watch, jobWatch, jobsDatabase: database, mayMigrate } = parts;
  const readContent = (id: DocumentId) => contentOf(parts, id).then(asPrinted);
  const tickers: (() => Promise<void>)[] = [];
  const stopTickers = () => Promise.all(tickers.map((stop) => stop()));
  const every = (everyMs: number, name: string, run: (signal: AbortSignal) => Promise<unknown>): void =>
    void tickers.push(
      startTicker({ name, everyMs, log, watch: jobWatch, run: (signal) => watch.job(name, () => run(signal)) }),
    );
  every(bindsMs, 'finish-binds', () => finishBinds(parts));
  every(reversalsMs, 'reverse', (signal) => reverseDue(parts, signal));
  every(mailMs, 'deliver-mail', async (signal) => {
    // After a full run at once the next: more are due. A mail server that is away ends a run early.
    const full = mailsPerRun(parts.mailLanes);
    while ((await deliverMail({ ...parts, readContent }, null, signal)) === full && !signal.aborted);
  });
  every(mailMs, 'deliver-operator-mail', (signal) => deliverOperatorMail(parts, signal));
  every(eventsMs, 'publish-events', (signal) => publishEvents(parts, signal));
  every(eventsMs, 'link-audit', (signal) => linkAudit(parts, signal));
  const webhooks = makeWebhookDelivery(parts);
  cleanup.add(webhooks.close);
  every(webhooksMs, 'deliver-webhooks', webhooks.run);
  cleanup.add(stopTickers);
  const runs = scheduledJobs(parts);
  const watched = runs.map((job) => ({
    ...job,
    run: (signal: AbortSignal) => watch.job(job.name, () => job.run(signal)),
  }));
  const jobs = await startJobEngine({ database, log, jobs: watched, mayMigrate });
  cleanup.add(jobs.close);
  for (const { name, lateMs = minutelyLateMs } of runs) jobWatch.expect(name, lateMs);
  // Any instance may have run it, so the database is asked.
  every(watchMs, 'watch-jobs', async () => {
    const names = runs.map(({ name }) => name);
    for (const [name, ageMs] of await readJobAges(database, names)) jobWatch.succeeded(name, ageMs);
  });
  return { waiting: jobs.waiting, takeNoMore: () => void stopTickers() };
}

/** A mail that is due keeps its policy from being erased. */
function asPrinted(content: DocumentContent | null): DocumentContent {
  if (content === null) throw new Error('A mail has a document that was erased.');
  return content;
}

const watchMs = 10_000;
// A run may take five minutes and is tried again.
const minutelyLateMs = 10 * 60_000;
