import type { Outcome } from '../../ports/outcome.ts';

/** What nodemailer tells of a conversation that did not end well. */
export interface SmtpFault {
  readonly code?: string | undefined;
  /** The system's own code, such as ECONNREFUSED. */
  readonly originalCode?: string | undefined;
  /** What was said last: `RCPT TO`, `DATA`, ... */
  readonly command?: string | undefined;
  readonly response?: string | undefined;
  readonly responseCode?: number | undefined;
}

/**
 * What a fault says about the mail. An answer of the server counts as it stands: 5xx to the recipient or to the message
 * is a no for ever, any other 4xx or 5xx means that it was not taken. Without an answer, all depends on whether the
 * whole message was out.
 */
export function judgeSmtpFault(fault: SmtpFault, mayHaveArrived: boolean): Outcome<never> {
  const { code, command = '', responseCode } = fault;
  // Found out by ourselves, before anything was sent, and the same at every try.
  if (code === 'EMESSAGE' && command === 'MAIL FROM')
    return { kind: 'refused', reason: 'too large for the mail server' };
  const cause = causeOf(fault);
  if (!isNo(responseCode) || (mayHaveArrived && command !== 'DATA' && responseCode !== closing)) {
    return { kind: mayHaveArrived ? 'unknown' : 'not-sent', cause };
  }
  if (responseCode >= 500 && isAboutTheMail(fault)) return { kind: 'refused', reason: cause };
  return { kind: 'not-sent', cause };
}

/** The server goes down and says so: it has not taken what it was sent. */
const closing = 421;

function isNo(responseCode: number | undefined): responseCode is number {
  return responseCode !== undefined && responseCode >= 400 && responseCode < 600;
}

/**
 * Not a no to us: a wrong password, a sender that the server does not know, a relay that is not open to us (5.7.x).
 * These are the operator's to mend, and the mail then goes out by itself.
 */
function isAboutTheMail({ command, response = '', responseCode = 0 }: SmtpFault): boolean {
  if (aboutUs.has(responseCode)) return false;
  return command === 'DATA' || (command === 'RCPT TO' && !/^\d{3}[ -]5\.7\.\d/.test(response));
}

// Commands in the wrong order, login needed, login wrong, encryption needed.
const aboutUs: ReadonlySet<number> = new Set([503, 530, 535, 538]);

/** Codes alone: the words of a server's answer often repeat the address. */
function causeOf({ code, originalCode, command, response = '', responseCode }: SmtpFault): string {
  if (responseCode === undefined) return originalCode ?? code ?? 'connection failed';
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return `${command ?? 'server'} answered ${responseCode}${detail === undefined ? '' : ` ${detail}`}`;
}
