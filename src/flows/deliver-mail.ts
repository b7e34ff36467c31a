import type { DocumentId } from '../domain/ids.ts';
import type { Log } from '../domain/log.ts';
import type { Mailer, OutgoingMail } from '../ports/mailer.ts';
import type { Database } from '../store/database.ts';
import { beginSending, giveUpLapsedMails, mailWork, recordSent, type TakenMail } from '../store/mail.ts';
import type { Moment } from '../store/work.ts';
import { type MailIssuer, writeMail } from './mail-text.ts';
import { type Ending, type Hold, runDueWork } from './run-due-work.ts';

/*
 * A mail goes due → sending → sent. "Sending" is committed before the mail server is spoken to.
 *
 * A mail can't be asked about afterwards, as a charge can: no mail server says whether it once took a message. So after an
 * unknown outcome there are two promises to choose from, "surely once" and "never twice", and the contract has chosen: a
 * document is never sent twice to the same address unless the operator asks. What may have arrived is therefore not
 * repeated. It is shown to the operator as undeliverable with a cause that begins with "unknown"; the operator looks at the
 * mail server's log under the message's id, or asks the customer, and sends it again if need be. The customer is not left
 * without: the partner has every document's download id. Only what surely was not sent is tried again by itself.
 */

export interface DeliverMailParts {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly log: Log;
  /** In whose name the mail is written. */
  readonly issuer: MailIssuer;
  /** A document's bytes, made once and the same for ever. */
  readonly readContent: (documentId: DocumentId) => Promise<{ readonly filename: string; readonly bytes: Buffer }>;
}

const turnMax = 100;
// Few at a time: a mail server takes some connections of one client, not hundreds.
const lanes = 4;
// The documents of a mail are set in well under a second; a printer with a long queue still keeps this.
const preparingSeconds = 120;
// Well beyond the longest time that a mailer takes for one mail.
const sendingSeconds = 600;

// The wait after each try that did not get through: soon at first, since most faults are short; then long, since a mail
// server that is down for hours must not find a storm when it comes back. The last try is made after 2.7 days.
const waitMinutes = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60, 24 * 60] as const;
const triesMax = waitMinutes.length + 1;

/** One turn of the job: sends what is due and returns how many mails it took. */
export async function deliverMail(parts: DeliverMailParts, now: Moment = null, signal?: AbortSignal): Promise<number> {
  await giveUpLapsed(parts, now);
  const take = () => mailWork.take(parts.database, preparingSeconds, now);
  const handle = (mail: TakenMail, hold: Hold) => deliver(parts, { mail, hold, now });
  return (await runDueWork({ take, handle, trySeconds: preparingSeconds, turnMax, lanes }, signal)).taken;
}

interface Try {
  readonly mail: TakenMail;
  readonly hold: Hold;
  readonly now: Moment;
}

async function deliver(parts: DeliverMailParts, { mail, hold, now }: Try): Promise<Ending> {
  if (mail.attempts > triesMax) return giveUp(parts, mail, 'the service died at every try');
  const outgoing = await prepare(parts, mail);
  if (outgoing === null) return tryLater(parts, mail, 'a document could not be made', now);
  const whyNot = hold.whyNot();
  if (whyNot !== null) return putBack(parts, mail, whyNot, now);
  if (!(await beginSending(parts.database, mail, sendingSeconds, now))) return 'open'; // Somebody else has it.
  const outcome = await parts.mailer.send(outgoing);
  switch (outcome.kind) {
    case 'done':
      await recordSent(parts.database, mail, outgoing.subject, now);
      parts.log.info('mail sent', factsOf(mail));
      return 'ended';
    case 'refused':
      return giveUp(parts, mail, `refused: ${outcome.reason}`);
    case 'not-sent':
      return tryLater(parts, mail, outcome.cause, now);
    case 'unknown':
      return giveUp(parts, mail, `unknown: ${outcome.cause}`);
  }
}

/** Null when a document can't be made now: that must stop this mail only, and nothing of it was sent. */
async function prepare({ readContent, issuer, log }: DeliverMailParts, mail: TakenMail): Promise<OutgoingMail | null> {
  const attachments: OutgoingMail['attachments'][number][] = [];
  for (const documentId of mail.documentIds) {
    try {
      attachments.push({ contentType: 'application/pdf', ...(await readContent(documentId)) });
    } catch (error) {
      // Without its message: a typesetter quotes what it stumbled over, and that may be a name.
      log.error('document of a mail not made', { ...factsOf(mail), documentId, error: nameOf(error) });
      return null;
    }
  }
  return { key: `${mail.id}.${mail.round}`, to: mail.to, ...writeMail(mail.kind, mail.policy, issuer), attachments };
}

/** A server that is away or says "later" is left alone until the next turn: the others would meet the same. */
async function tryLater(parts: DeliverMailParts, mail: TakenMail, cause: string, now: Moment): Promise<Ending> {
  const minutes = waitMinutes[mail.attempts - 1];
  if (minutes === undefined) return giveUp(parts, mail, `tried ${mail.attempts} times: ${cause}`);
  parts.log.warn('mail postponed', { ...factsOf(mail), cause, waitMinutes: minutes });
  await mailWork.postpone(parts.database, mail, { cause, waitSeconds: minutes * 60 }, now);
  return 'away';
}

/** Nothing was sent: another instance may have it at once. */
async function putBack({ database }: DeliverMailParts, mail: TakenMail, cause: string, now: Moment): Promise<Ending> {
  await mailWork.postpone(database, mail, { cause, waitSeconds: 0 }, now);
  return 'away';
}

async function giveUp({ database, log }: DeliverMailParts, mail: TakenMail, cause: string): Promise<Ending> {
  log.error('mail undeliverable', { ...factsOf(mail), cause });
  await mailWork.giveUp(database, mail, cause);
  return 'ended';
}

async function giveUpLapsed({ database, log }: DeliverMailParts, now: Moment): Promise<void> {
  const cause = 'unknown: the service died while it was sent';
  for (const { id, policyNumber, kind } of await giveUpLapsedMails(database, { cause, countMax: turnMax }, now)) {
    log.error('mail undeliverable', { mailId: id, policyNumber, kind, cause });
  }
}

function factsOf({ id, kind, round, attempts, policy }: TakenMail): Readonly<Record<string, unknown>> {
  return { mailId: id, policyNumber: policy.policyNumber, kind, round, attempts };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
