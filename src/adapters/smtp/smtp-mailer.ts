import { isEmailAddress } from '../../domain/applicant/email-address.ts';
import type { Mailer, OutgoingMail } from '../../ports/mailer.ts';
import type { Outcome } from '../../ports/outcome.ts';
import { readSender, readSmtpUrl } from './smtp-settings.ts';
import { submitMessage } from './submit-message.ts';
import { writeMessage } from './write-message.ts';

export interface SmtpMailerOptions {
  /**
   * `smtps://user:password@host:port` speaks TLS from the first byte; `smtp://` upgrades where the server offers it.
   */
  readonly url: string;
  /** Who the mail is from, also where bounces go: `Northbind <service@northbind.example>`. */
  readonly from: string;
  /** For one mail, from looking up the name to the server's last word. */
  readonly timeoutMs?: number;
}

export interface SmtpMailer extends Mailer {
  /** Sends nothing new, and waits for what is under way. */
  readonly close: () => Promise<void>;
}

// RFC 5321 would give the server ten minutes for its last word. Three are enough for any server that is well, and a
// service that is told to stop waits no longer.
const usualTimeoutMs = 180_000;

/**
 * Each mail has a connection of its own: at our numbers a pool would save little and could lose a mail to a stale
 * connection.
 */
export function makeSmtpMailer({ url, from, timeoutMs = usualTimeoutMs }: SmtpMailerOptions): SmtpMailer {
  const server = readSmtpUrl(url);
  const sender = readSender(from);
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;

  const sendNow = async (mail: OutgoingMail): Promise<Outcome<void>> =>
    submitMessage({ server, message: await writeMessage(mail, sender), timeoutMs });

  return {
    send: async (mail) => {
      if (isClosed) return { kind: 'not-sent', cause: 'the mailer is closed' };
      // Judged at the door already. Here it is what makes a second recipient or a header inside an address impossible.
      if (!isEmailAddress(mail.to)) return { kind: 'refused', reason: 'not an e-mail address' };
      const sending = sendNow(mail);
      underWay.add(sending);
      return sending.finally(() => underWay.delete(sending));
    },
    close: async () => {
      isClosed = true;
      await Promise.allSettled(underWay);
    },
  };
}
