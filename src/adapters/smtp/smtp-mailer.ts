import { isEmailAddress } from '../../domain/person/email-address.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { refusedBy } from '../../ports/outcome.ts';
import { openSmtpConnections } from './smtp-connections.ts';
import { readSender, readSmtpUrl } from './smtp-settings.ts';
import { writeMessage } from './write-message.ts';

export interface SmtpMailerOptions {
  /**
   * `smtps://user:password@host:port` speaks TLS from the first byte; `smtp://` upgrades where the server offers it.
   */
  readonly url: string;
  /** The sender, who also gets bounces: `Northbind <service@northbind.example>`. */
  readonly from: string;
  /** How long one mail may take, from the DNS look-up to the server's last reply. */
  readonly timeoutMs?: number;
  /** How many mails are sent at once at most. */
  readonly connectionsMax?: number;
}

export interface SmtpMailer extends Mailer {
  /** Accepts no more mails, and waits for those being sent. */
  readonly close: () => Promise<void>;
}

// RFC 5321 allows the server ten minutes for its last reply. Three are enough for a healthy server, and a service that
// is stopping waits no longer.
const usualTimeoutMs = 180_000;

export function makeSmtpMailer({
  url,
  from,
  timeoutMs = usualTimeoutMs,
  connectionsMax = 16,
}: SmtpMailerOptions): SmtpMailer {
  const connections = openSmtpConnections({ server: readSmtpUrl(url), connectionsMax, timeoutMs });
  const sender = readSender(from);
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;

  return {
    send: async (mail) => {
      if (isClosed) return { kind: 'not-sent', cause: 'the mailer is closed' };
      // Checked on the quote, too. Here it rules out a second recipient or a header inside an address.
      if (!isEmailAddress(mail.to)) return refusedBy('us', 'not an e-mail address', { isFinal: true });
      const sending = writeMessage(mail, sender).then(connections.submit);
      underWay.add(sending);
      return sending.finally(() => underWay.delete(sending));
    },
    close: async () => {
      isClosed = true;
      await Promise.allSettled(underWay);
      connections.close();
    },
  };
}
