import { domainToASCII } from 'node:url';
import parseAddresses from 'nodemailer/lib/addressparser';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

export interface SmtpServer {
  readonly options: SMTPConnectionOptions;
  readonly login: { readonly user: string; readonly pass: string } | null;
}

// DNS, connection and greeting are quick or fail.
const connectTimeoutMs = 15_000;
// A server may scan a message before it accepts it; one that is silent for a minute is gone.
const silenceTimeoutMs = 60_000;

/**
 * Of the query only the TLS settings and the name for EHLO are used, so that the URL can't switch on a traffic log.
 *
 * With `smtp://` and a password, TLS is required: otherwise an attacker on the network could hide the server's STARTTLS
 * and read the password. `?ignoreTLS=true` is for a trusted network, such as a relay on the same machine.
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
  /** The domain in ASCII, for message ids. */
  readonly domain: string;
}

/** Reads one mailbox, with or without a name. */
export function readSender(from: string): Sender {
  const [sender, ...others] = parseAddresses(from, { flatten: true });
  const domain = domainToASCII(sender?.address?.split('@').at(-1) ?? '');
  if (sender?.address === undefined || !sender.address.includes('@') || domain === '' || others.length > 0) {
    throw new RangeError('the sender of mail is not one e-mail address');
  }
  return { name: sender.name ?? '', address: sender.address, domain };
}
