import { domainToASCII } from 'node:url';
import parseAddresses from 'nodemailer/lib/addressparser';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

export interface SmtpServer {
  readonly options: SMTPConnectionOptions;
  readonly login: { readonly user: string; readonly pass: string } | null;
}

// Connecting, with the look-up of the name, is quick or not at all.
const connectTimeoutMs = 15_000;
// A server that takes a message may look through it first (viruses, spam); one that says nothing for a minute is gone.
const silenceTimeoutMs = 60_000;

/**
 * What the URL says, and nothing that it should not: of its query only the settings of TLS and the name for EHLO are
 * taken, so that nobody can switch on a log of the traffic there.
 *
 * With `smtp://` and a password, TLS is required: a line that was tampered with could otherwise hide the server's offer
 * and read the password. `?ignoreTLS=true` says that the line is safe without, as to a relay on the same machine.
 */
export function readSmtpUrl(url: string): SmtpServer {
  const { host, port, secure = false, auth = null, tls, name, requireTLS, ignoreTLS } = parseConnectionUrl(url);
  return {
    options: {
      host,
      port,
      secure,
      ...(typeof name === 'string' && { name }),
      ...(tls !== undefined && { tls }),
      ignoreTLS: ignoreTLS === true,
      requireTLS: requireTLS === true || (auth !== null && !secure && ignoreTLS !== true),
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      dnsTimeout: connectTimeoutMs,
      socketTimeout: silenceTimeoutMs,
      logger: false,
    },
    login: auth,
  };
}

export interface Sender {
  readonly name: string;
  readonly address: string;
  /** In ASCII, for message ids. */
  readonly domain: string;
}

/** One mailbox, with or without a name; anything else is a fault of the configuration. */
export function readSender(from: string): Sender {
  const [sender, ...others] = parseAddresses(from, { flatten: true });
  const domain = domainToASCII(sender?.address?.split('@').at(-1) ?? '');
  if (sender?.address === undefined || !sender.address.includes('@') || domain === '' || others.length > 0) {
    throw new RangeError('the sender of mail is not one e-mail address');
  }
  return { name: sender.name ?? '', address: sender.address, domain };
}
