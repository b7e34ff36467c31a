import SmtpConnection from 'nodemailer/lib/smtp-connection';
import type { Outcome } from '../../ports/outcome.ts';
import { judgeSmtpFault, type SmtpFault } from './judge-smtp-fault.ts';
import { readSmtpUrl } from './smtp-settings.ts';

const timeoutMs = 20_000;

/** Greets the mail server (EHLO, TLS where it is required) and signs in, as for a mail, but sends none. */
export function checkSmtp(url: string): Promise<Outcome<void>> {
  const { options, login } = readSmtpUrl(url);
  const connection = new SmtpConnection(options);
  return new Promise((resolve) => {
    const settle = (outcome: Outcome<void>): void => {
      clearTimeout(timer);
      resolve(outcome);
      connection.close();
    };
    const fail = (fault: SmtpFault): void => settle(judgeSmtpFault(fault, false));
    const timer = setTimeout(() => fail({ code: 'ETIMEDOUT' }), timeoutMs);
    const succeed = (): void => {
      connection.quit();
      settle({ kind: 'done', value: undefined });
    };
    connection.on('error', fail); // Stays attached: an error after the outcome is ignored.
    connection.connect((fault) => {
      if (fault) return fail(fault);
      if (login === null) return succeed();
      if (!connection.allowsAuth) return settle({ kind: 'not-sent', cause: 'it offers no sign-in' });
      connection.login({ ...login }, (refusal) => (refusal ? fail(refusal) : succeed()));
    });
  });
}
