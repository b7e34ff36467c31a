import { issuerFor } from '../../documents/issuer.ts';
import type { DocumentId } from '../../domain/ids.ts';
import { todayOf } from '../../domain/partner/seller.ts';
import { withLaterCharge } from '../../domain/policy/policy-view.ts';
import type { Failed } from '../../domain/work/failure.ts';
import type { OutgoingMail } from '../../ports/mailer.ts';
import type { Outcome } from '../../ports/outcome.ts';
import type { DocumentContent } from '../../store/document/document.ts';
import {
  beginSending,
  dropMail,
  giveUpLapsedMails,
  mailWork,
  recordSent,
  type TakenMail,
} from '../../store/mail/mail.ts';
import type { Moment } from '../../store/work/work.ts';
import type { Parts } from '../parts.ts';
import { linkAddress } from '../unpaid/link-secret.ts';
import { findPaymentUrl } from '../unpaid/payment-url.ts';
import { failedBy } from '../work/failed-by.ts';
import { makeTurns } from '../work/in-turns.ts';
import { type Ending, type Lease, runDueWork } from '../work/run-due-work.ts';
import { writeMail } from './mail-text.ts';

/*
 * A mail goes due → sending → sent. "Sending" is committed before the mail server is called.
 *
 * Unlike a charge, a mail can't be looked up afterwards: no mail server says whether it accepted a message. So delivery
 * is either at least once or at most once, and the contract requires at most once: a document is never sent twice to
 * the same address unless the operator asks. A mail that may have arrived is not repeated. The operator sees it as
 * undeliverable with the failure `unknown`, checks the mail server's log for the message id or asks the
 * customer, and sends it again if needed. The partner can always download the documents. Only a mail that surely was
 * not sent is retried.
 */

export type DeliverMailParts = Parts<
  'database' | 'mailer' | 'log' | 'issuer' | 'publicUrl' | 'mailLanes' | 'linkBox' | 'clock' | 'reference'
> & {
  /** Returns a document's bytes, which never change. */
  readonly readContent: (documentId: DocumentId) => Promise<DocumentContent>;
};

/** The most that one run sends: a lane that is done waits for the others only once in so many mails. */
export const mailsPerRun = (lanes: number): number => 25 * lanes;
/** How many mails are dealt with here at once, beside what customers wait for. */
const besideCustomers = 4;
// The documents of a mail are printed in well under a second; this allows for a long printer queue.
const preparingSeconds = 120;
// A mailer takes less for one mail.
const sendingSeconds = 600;

// The wait after each failed try: short at first, since most faults are short; then long, so that a mail server that
// was down for hours is not flooded. The last try is made after 2.7 days.
const waitMinutes = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60, 24 * 60] as const;
const triesMax = waitMinutes.length + 1;

/**
 * One run of the job: sends the mails that are due. Returns how many it took. Many wait for the mail server at once,
 * but few are read, written and recorded at once: else the mails of a busy second would keep customers from the
 * database.
 */
export async function deliverMail(parts: DeliverMailParts, now: Moment = null, signal?: AbortSignal): Promise<number> {
  await giveUpLapsed(parts, now);
  const inTurn = makeTurns(besideCustomers);
  const take = () => inTurn(() => mailWork.take(parts.database, preparingSeconds, now));
  const handle = async (mail: TakenMail, lease: Lease): Promise<Ending> => {
    const ready = await inTurn(() => makeReady(parts, { mail, lease, now }));
    if (typeof ready === 'string') return ready;
    const outcome = await parts.mailer.send(ready.outgoing);
    return inTurn(() => record(parts, { mail, lease, now }, ready, outcome));
  };
  const { mailLanes: lanes } = parts;
  const work = { take, handle, trySeconds: preparingSeconds, batchMax: mailsPerRun(lanes), lanes };
  return (await runDueWork(work, signal)).taken;
}

interface Try {
  readonly mail: TakenMail;
  readonly lease: Lease;
  readonly now: Moment;
}

interface Ready {
  readonly outgoing: OutgoingMail;
  /** The address at which the customer pays, if it is in the mail. */
  readonly link: string | null;
}

/** Returns the mail as it is sent; how the try ended, if it is not. */
async function makeReady(parts: DeliverMailParts, { mail, lease, now }: Try): Promise<Ready | Ending> {
  if (mail.attempts > triesMax)
    return giveUp(parts, mail, { failure: 'interrupted', cause: 'the service died at every try' });
  if (mail.isOutdated) {
    await dropMail(parts.database, mail);
    parts.log.info('mail outdated', factsOf(mail));
    return 'ended';
  }
  const link = mail.isUnpaid
    ? await findPaymentUrl(parts, { ...mail, moneyStatus: 'Unpaid' }, dayOf(parts, mail))
    : null;
  if (link === null && mail.kind === 'payment link')
    return giveUp(parts, mail, { failure: 'link-expired', cause: 'the payment link is over: send another' });
  const outgoing = await prepare(parts, mail, link);
  if (outgoing === null)
    return tryLater(parts, mail, { failure: 'document-not-made', cause: 'a document could not be made' }, now);
  const endedReason = lease.endedReason();
  if (endedReason !== null) return releaseUnsent(parts, mail, endedReason, now);
  if (!(await beginSending(parts.database, mail, sendingSeconds, now))) return 'open'; // Another run has taken it.
  return { outgoing, link };
}

async function record(
  parts: DeliverMailParts,
  { mail, now }: Try,
  { outgoing, link }: Ready,
  outcome: Outcome<void>,
): Promise<Ending> {
  switch (outcome.kind) {
    case 'done':
      await recordSent(parts.database, mail, link === null ? outgoing : withoutSecret(parts, outgoing, link), now);
      parts.log.info('mail sent', factsOf(mail));
      return 'ended';
    case 'refused':
    case 'unknown':
      return giveUp(parts, mail, failedBy(outcome));
    case 'not-sent':
      return tryLater(parts, mail, failedBy(outcome), now);
  }
}

/** Returns null if a document can't be printed now: only this mail stops, and nothing of it was sent. */
async function prepare(
  { readContent, reference, issuer, log }: DeliverMailParts,
  mail: TakenMail,
  link: string | null,
) {
  const attachments: OutgoingMail['attachments'][number][] = [];
  for (const documentId of attachedTo(mail)) {
    try {
      attachments.push({ contentType: 'application/pdf', ...(await readContent(documentId)) });
    } catch (error) {
      // The error's message is left out: the typesetter quotes its input, which may contain a name.
      log.error('document of a mail not made', { ...factsOf(mail), documentId, error: nameOf(error) });
      return null;
    }
  }
  const branded = issuerFor(issuer, mail.brand);
  const policy = withLaterCharge(mail.policy, mail.laterCharge, mail.laterCard);
  const { name, emailAddress, logo } = branded;
  const own = reference().customerTexts?.texts ?? null;
  return {
    key: `${mail.id}.${mail.round}`,
    to: mail.to,
    fromName: name,
    // Mail comes from the operator's address, which the mail server may send for.
    ...(emailAddress !== issuer.emailAddress && { replyTo: emailAddress }),
    ...writeMail({ ...mail, link, filenames: attachments.map(({ filename }) => filename) }, policy, branded, own),
    ...(logo?.type === 'image/png' && {
      logo: { contentType: logo.type, bytes: Buffer.from(logo.base64, 'base64') },
    }),
    attachments,
  };
}

/** The policy comes with what the customer agreed to about a loan, and with the wordings that it was bound on. */
function attachedTo({ kind, documentIds, disclosureIds, policy }: TakenMail): readonly DocumentId[] {
  if (kind !== 'policy') return documentIds;
  return [...documentIds, ...disclosureIds, ...policy.wordings.map(({ id }) => id)];
}

/** What is kept of a mail with a payment link: whoever reads it there can't pay, or see what is to be paid. */
function withoutSecret({ publicUrl }: DeliverMailParts, mail: OutgoingMail, link: string): OutgoingMail {
  const hidden = linkAddress(publicUrl, '…');
  return { ...mail, text: mail.text.replaceAll(link, hidden), html: mail.html.replaceAll(link, hidden) };
}

function dayOf({ clock }: DeliverMailParts, { seller }: TakenMail) {
  const now = clock();
  return { now, today: todayOf(seller, now) };
}

/** Stops the run if the server is unavailable or says "later": other mails would fail as well. */
async function tryLater(parts: DeliverMailParts, mail: TakenMail, failed: Failed, now: Moment): Promise<Ending> {
  const minutes = waitMinutes[mail.attempts - 1];
  if (minutes === undefined)
    return giveUp(parts, mail, { ...failed, cause: `tried ${mail.attempts} times: ${failed.cause}` });
  parts.log.warn('mail postponed', { ...factsOf(mail), ...failed, waitMinutes: minutes });
  await mailWork.postpone(parts.database, mail, { ...failed, waitSeconds: minutes * 60 }, now);
  return 'unreachable';
}

/** Nothing was sent: another instance may take the mail at once. */
async function releaseUnsent(
  { database }: DeliverMailParts,
  mail: TakenMail,
  cause: string,
  now: Moment,
): Promise<Ending> {
  await mailWork.postpone(database, mail, { failure: 'interrupted', cause, waitSeconds: 0 }, now);
  return 'unreachable';
}

async function giveUp({ database, log }: DeliverMailParts, mail: TakenMail, failed: Failed): Promise<Ending> {
  log.error('mail undeliverable', { ...factsOf(mail), ...failed });
  await mailWork.giveUp(database, mail, failed);
  return 'ended';
}

const lapsedMax = 100;

async function giveUpLapsed({ database, log }: DeliverMailParts, now: Moment): Promise<void> {
  const failed = { failure: 'unknown', cause: 'the service died while it was sent' } as const;
  for (const { id, policyNumber, kind } of await giveUpLapsedMails(database, { ...failed, countMax: lapsedMax }, now)) {
    log.error('mail undeliverable', { mailId: id, policyNumber, kind, ...failed });
  }
}

function factsOf({ id, kind, round, attempts, policy }: TakenMail): Readonly<Record<string, unknown>> {
  return { mailId: id, policyNumber: policy.policyNumber, kind, round, attempts };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
