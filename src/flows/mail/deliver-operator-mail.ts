import { finishOperatorMail, operatorMailWork, type TakenOperatorMail } from '../../store/mail/operator-mail.ts';
import type { Parts } from '../parts.ts';
import { failedBy } from '../work/failed-by.ts';
import { type Ending, runDueWork } from '../work/run-due-work.ts';

export type DeliverOperatorMailParts = Parts<'database' | 'mailer' | 'log' | 'operatorEmail'>;

// A mailer takes less for one mail.
const leaseSeconds = 600;
const waitMinutes = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60, 24 * 60] as const;

/**
 * Sends the operator what it is to know. A mail that may have arrived is sent again: twice is better than never, and
 * its message id is the same.
 */
export async function deliverOperatorMail(parts: DeliverOperatorMailParts, signal?: AbortSignal): Promise<void> {
  const take = () => operatorMailWork.take(parts.database, leaseSeconds);
  await runDueWork({ take, handle: (mail) => deliver(parts, mail), trySeconds: leaseSeconds, batchMax: 25 }, signal);
}

async function deliver(parts: DeliverOperatorMailParts, mail: TakenOperatorMail): Promise<Ending> {
  const { database, mailer, log, operatorEmail: to } = parts;
  const { id, subject, body: text } = mail;
  const outcome = await mailer.send({ key: id, to, subject, text, html: asHtml(text), attachments: [] });
  if (outcome.kind === 'done') {
    await finishOperatorMail(database, mail);
    log.info('operator mail sent', { mailId: id });
    return 'ended';
  }
  const failed = failedBy(outcome);
  const minutes = outcome.kind === 'refused' ? undefined : waitMinutes[mail.attempts - 1];
  if (minutes === undefined) {
    log.error('operator mail given up', { mailId: id, ...failed });
    await operatorMailWork.giveUp(database, mail, failed);
    return 'ended';
  }
  await operatorMailWork.postpone(database, mail, { ...failed, waitSeconds: minutes * 60 });
  return 'unreachable';
}

function asHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<pre style="font-family: inherit; white-space: pre-wrap">${escaped}</pre>`;
}
