import { blockOutbound } from '../adapters/none/none.ts';
import { makeOutboxMailer } from '../adapters/outbox-mail/outbox-mail.ts';
import type { Mailer } from '../ports/mailer.ts';
import { type BackgroundJobs, type JobPeriods, noBackgroundJobs, startBackgroundJobs } from './background-jobs.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { Config } from './config.ts';
import type { Shared } from './shared.ts';

/** Background jobs send the mail; while nothing goes out, none runs. */
export async function wireJobs(
  shared: Shared,
  { config, periods }: { readonly config: Config; readonly periods: JobPeriods },
  cleanup: CleanupStack,
): Promise<BackgroundJobs> {
  const { issuer, watch } = shared;
  const mailer = watch.party('mail', await openMailer(config, issuer.emailAddress, cleanup));
  if (config.isOutboundOff) return noBackgroundJobs;
  const { mailLanes, effectiveDateDays } = config;
  const operatorEmail = config.operatorEmail ?? issuer.emailAddress;
  return startBackgroundJobs({ ...shared, mailer, mailLanes, effectiveDateDays, operatorEmail }, cleanup, periods);
}

/** Sends mail through the configured mail server; without one, the sandbox keeps it in its outbox. */
async function openMailer(config: Config, from: string, cleanup: CleanupStack): Promise<Mailer> {
  const { smtpUrl, mailLanes, isOutboundOff } = config;
  if (isOutboundOff) return blockOutbound(makeOutboxMailer());
  if (smtpUrl === null) return makeOutboxMailer();
  const { makeSmtpMailer } = await import('../adapters/smtp/smtp-mailer.ts');
  const mailer = makeSmtpMailer({ url: smtpUrl.reveal(), from, connectionsMax: mailLanes });
  cleanup.add(mailer.close);
  return mailer;
}
