import { isEmailAddress } from '../../domain/applicant/email-address.ts';
import type { Mailer } from '../../ports/mailer.ts';

/**
 * The sandbox's mailer when no mail server is named: every mail is taken and nothing leaves the service. It keeps
 * nothing of its own. The mail's row, which says `sent` once this has answered, is the outbox: it holds the address,
 * the subject and the documents, in the one database that all instances share, and both the console and `GET
 * /sandbox/outbox` read it.
 */
export function makeOutboxMailer(): Mailer {
  return {
    send: async ({ to }) =>
      isEmailAddress(to) ? { kind: 'done', value: undefined } : { kind: 'refused', reason: 'not an e-mail address' },
  };
}
