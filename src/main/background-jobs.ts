import type { DocumentId } from '../domain/ids.ts';
import { linkAudit } from '../flows/audit/link-audit.ts';
import type { BindParts } from '../flows/bind/bind.ts';
import { finishBinds } from '../flows/bind/finish-binds.ts';
import { contentOf } from '../flows/document/fetch-document.ts';
import { makeWordingReader } from '../flows/document/wording-reader.ts';
import { type DeliverWebhooksParts, makeWebhookDelivery } from '../flows/event/deliver-webhooks.ts';
import { publishEvents } from '../flows/event/publish-events.ts';
import { type DeliverMailParts, deliverMail, mailsPerRun } from '../flows/mail/deliver-mail.ts';
import { type DeliverOperatorMailParts, deliverOperatorMail } from '../flows/mail/deliver-operator-mail.ts';
import type { Parts } from '../flows/parts.ts';
import { tryDueReversals } from '../flows/refund/send-refund.ts';
import { completePurchases } from '../flows/sale-link/complete-purchases.ts';
import { type SendLetterParts, sendLetters } from '../flows/sale-link/send-letter.ts';
import { type SendLinkMailParts, sendLinkMails } from '../flows/sale-link/send-link-mail.ts';
import { type PeriodicJobsParts, periodicJobs } from '../jobs/periodic-jobs.ts';
import { makePeriodicJobs } from '../jobs/run-periodic-jobs.ts';
import { startTicker } from '../jobs/ticker.ts';
import type { JobWatch } from '../jobs/watch.ts';
import type { DocumentContent } from '../store/document/document.ts';
import { addJobs, readJobs } from '../store/work/periodic-job.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { Watch } from './watch.ts';

export interface BackgroundJobsParts
  extends BindParts,
    Omit<DeliverMailParts, 'readContent'>,
    DeliverOperatorMailParts,
    SendLetterParts,
    SendLinkMailParts,
    DeliverWebhooksParts,
    Parts<'printer' | 'refreshOldReference'>,
    PeriodicJobsParts {
  readonly jobWatch: JobWatch;
  readonly watch: Watch;
}

/** How often each instance looks for what is due. */
export type JobPeriods = Readonly<typeof usualPeriods>;

export const usualPeriods = {
  bindsMs: 2_000,
  reversalsMs: 2_000,
  mailMs: 1_000,
  eventsMs: 500,
  webhooksMs: 500,
  periodicJobsMs: 2_000,
  unresolvedVinsMs: 10_000,
};

export interface BackgroundJobs {
  /** Whether a periodic job is due and no instance takes it: 1 or 0, by job. */
  readonly waiting: () => Promise<ReadonlyMap<string, number>>;
  /** Finishes what was taken and takes no more: another instance does the rest. */
  readonly takeNoMore: () => void;
}

/** A drill runs no jobs: what is due in the copy of a database was done for real, or is another's to do. */
export const noBackgroundJobs: BackgroundJobs = { waiting: async () => new Map(), takeNoMore: () => undefined };

/** Starts the background jobs: some every few seconds on each instance, the periodic ones once over all of them. */
export async function startBackgroundJobs(
  parts: BackgroundJobsParts,
  cleanup: CleanupStack,
  { bindsMs, reversalsMs, mailMs, eventsMs, webhooksMs, periodicJobsMs }: JobPeriods = usualPeriods,
): Promise<BackgroundJobs> {
  const { log, watch, jobWatch, database } = parts;
  const readWording = makeWordingReader(parts);
  const isWording = (id: DocumentId): boolean => parts.reference().wordings.some((wording) => wording.id === id);
  const readContent = (id: DocumentId) =>
    (isWording(id) ? readWording(id) : contentOf(parts, id, false)).then(asPrinted);
  // A process that was suspended does not go on with what it knew before.
  const runAfresh = async (signal: AbortSignal, run: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> => {
    await parts.refreshOldReference();
    return run(signal);
  };
  const tickers: (() => Promise<void>)[] = [];
  const stopTickers = () => Promise.all(tickers.map((stop) => stop()));
  const every = (everyMs: number, name: string, run: (signal: AbortSignal) => Promise<unknown>): void =>
    void tickers.push(
      startTicker({
        name,
        everyMs,
        log,
        watch: jobWatch,
        run: (signal) => watch.job(name, () => runAfresh(signal, run)),
      }),
    );
  every(bindsMs, 'finish-binds', () => finishBinds(parts));
  every(reversalsMs, 'reverse', (signal) => tryDueReversals(parts, signal));
  every(mailMs, 'deliver-mail', async (signal) => {
    // After a full run at once the next: more are due. A mail server that is away ends a run early.
    const full = mailsPerRun(parts.mailLanes);
    while ((await deliverMail({ ...parts, readContent }, null, signal)) === full && !signal.aborted);
  });
  every(mailMs, 'complete-purchases', (signal) => completePurchases(parts, signal));
  every(mailMs, 'send-letters', (signal) => sendLetters(parts, signal));
  every(mailMs, 'send-link-mails', (signal) => sendLinkMails(parts, signal));
  every(mailMs, 'deliver-operator-mail', (signal) => deliverOperatorMail(parts, signal));
  every(eventsMs, 'publish-events', (signal) => publishEvents(parts, signal));
  every(eventsMs, 'link-audit', (signal) => linkAudit(parts, signal));
  const webhooks = makeWebhookDelivery(parts);
  cleanup.add(webhooks.close);
  every(webhooksMs, 'deliver-webhooks', webhooks.run);
  const jobs = periodicJobs(parts);
  const names = jobs.map(({ name }) => name);
  await addJobs(database, jobs);
  const watched = jobs.map((job) => ({
    ...job,
    run: (signal: AbortSignal) => watch.job(job.name, () => job.run(signal)),
  }));
  const periodic = makePeriodicJobs({ database, log, jobs: watched });
  every(periodicJobsMs, 'take-periodic-jobs', periodic.look);
  for (const { name, lateMs = minutelyLateMs } of jobs) jobWatch.expect(name, lateMs);
  // Any instance may have run it, so the database is asked.
  every(watchMs, 'watch-jobs', async () => {
    for (const { name, succeededMsAgo } of await readJobs(database, { names, waitSeconds: untakenSeconds }))
      if (succeededMsAgo !== null) jobWatch.succeeded(name, succeededMsAgo);
  });
  // When no instance looks any more, no run is begun.
  cleanup.add(periodic.stop);
  cleanup.add(stopTickers);
  return {
    waiting: async () => {
      const read = await readJobs(database, { names, waitSeconds: untakenSeconds });
      return new Map(read.map(({ name, isWaiting }) => [name, isWaiting ? 1 : 0]));
    },
    takeNoMore: () => void Promise.all([stopTickers(), periodic.stop()]),
  };
}

/** A mail that is due keeps its policy from being erased. */
function asPrinted(content: DocumentContent | null): DocumentContent {
  if (content === null) throw new Error('A mail has a document that was erased.');
  return content;
}

const watchMs = 10_000;
// A job that is due for longer than this waits: before, an instance is about to take it.
const untakenSeconds = 10;
// A run may take five minutes and is tried again.
const minutelyLateMs = 10 * 60_000;
