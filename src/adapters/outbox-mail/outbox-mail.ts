import { isEmailAddress } from '../../domain/person/email-address.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { refusedBy } from '../../ports/outcome.ts';

/**
 * The sandbox's mailer when no mail server is configured: it accepts every mail, sends none and stores nothing. The
 * outbox that the console and `GET /sandbox/outbox` show is the mail's row in the database, which is then `sent`.
 */
export function makeOutboxMailer(): Mailer {
  return {
    send: async ({ to }) =>
      isEmailAddress(to)
        ? { kind: 'done', value: undefined }
        : refusedBy('us', 'not an e-mail address', { isFinal: true }),
  };
}
