import { type Outcome, refusedBy } from '../../ports/outcome.ts';

/** The error that nodemailer reports for a failed SMTP session. */
export interface SmtpFault {
  readonly code?: string | undefined;
  /** The system's own code, such as ECONNREFUSED. */
  readonly originalCode?: string | undefined;
  /** The last command: `RCPT TO`, `DATA`, ... */
  readonly command?: string | undefined;
  readonly response?: string | undefined;
  readonly responseCode?: number | undefined;
}

/**
 * Returns what a fault means for the mail. A 5xx to the recipient or the message is final; any other 4xx or 5xx means
 * that the mail was not accepted. Without a reply it depends on whether the whole message was sent.
 */
export function judgeSmtpFault(fault: SmtpFault, mayHaveArrived: boolean): Outcome<never> {
  const { code, command = '', responseCode } = fault;
  // nodemailer detects this before it sends anything, and it would be the same at every attempt.
  if (code === 'EMESSAGE' && command === 'MAIL FROM')
    return refusedBy('party', 'too large for the mail server', { isFinal: true });
  const cause = causeOf(fault);
  if (!isNo(responseCode) || (mayHaveArrived && command !== 'DATA' && responseCode !== closing)) {
    return { kind: mayHaveArrived ? 'unknown' : 'not-sent', cause };
  }
  if (responseCode >= 500 && isAboutTheMail(fault)) return refusedBy('party', cause, { isFinal: true });
  return { kind: 'not-sent', cause };
}

/** The server is shutting down and has not accepted the message. */
const closing = 421;

function isNo(responseCode: number | undefined): responseCode is number {
  return responseCode !== undefined && responseCode >= 400 && responseCode < 600;
}

/**
 * False for a refusal of us: a wrong password, an unknown sender, a relay that is closed to us (5.7.x). The operator
 * corrects these, and the mail is then sent by the next attempt.
 */
function isAboutTheMail({ command, response = '', responseCode = 0 }: SmtpFault): boolean {
  if (aboutUs.has(responseCode)) return false;
  return command === 'DATA' || (command === 'RCPT TO' && !/^\d{3}[ -]5\.7\.\d/.test(response));
}

// Commands in the wrong order, login needed, login wrong, encryption needed.
const aboutUs: ReadonlySet<number> = new Set([503, 530, 535, 538]);

/** Tells only codes: the text of a server's reply often repeats the address. */
function causeOf({ code, originalCode, command, response = '', responseCode }: SmtpFault): string {
  if (responseCode === undefined) return originalCode ?? code ?? 'connection failed';
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return `${command ?? 'server'} answered ${responseCode}${detail === undefined ? '' : ` ${detail}`}`;
}
