/** What may go unencrypted to another machine, if the operator accepts it. */
export const insecureUses = ['smtp', 'postgres'] as const;
export type InsecureUse = (typeof insecureUses)[number];

/**
 * Returns whether this address leads to another machine without TLS. Loopback and Unix sockets need none. The text is
 * not parsed as a URL: PostgreSQL's may name several hosts, or none with a socket in its query.
 */
export function isInsecure(use: InsecureUse, url: string): boolean {
  const [, protocol = '', login = '', hosts = '', query = ''] =
    /^([a-z]+):\/\/(?:([^/?]*)@)?([^/?]*)[^?]*\??(.*)$/i.exec(url) ?? [];
  const options = new URLSearchParams(query);
  if (isEncrypted[use](protocol.toLowerCase(), options, login !== '')) return false;
  const named = [...hosts.split(','), ...(options.get('host') ?? '').split(',')].filter((host) => host !== '');
  return named
    .map(decodeURIComponent)
    .some((host) => !host.startsWith('/') && !isThisMachine(host.replace(/:\d+$/, '')));
}

type IsEncrypted = (protocol: string, options: URLSearchParams, hasLogin: boolean) => boolean;
const isEncrypted: Readonly<Record<InsecureUse, IsEncrypted>> = {
  // With a password TLS is required, see adapters/smtp/smtp-settings.ts.
  smtp: (protocol, options, hasLogin) =>
    protocol === 'smtps' || options.get('requireTLS') === 'true' || (hasLogin && options.get('ignoreTLS') !== 'true'),
  // `prefer` and `allow` go on without TLS, and `no-verify` with anybody's certificate.
  postgres: (_, options) =>
    /^(require|verify-ca|verify-full)$/.test(options.get('sslmode') ?? '') ||
    /^(true|1)$/.test(options.get('ssl') ?? ''),
};

/** An IPv6 address may be in brackets. */
export function isThisMachine(host: string): boolean {
  return /^(localhost|::1|\[::1\]|127(\.\d{1,3}){3})$/.test(host);
}

// A random text of 16 hexadecimal digits has 10 different ones, and fewer than 6 once in thousands.
const differentMin = 6;

/** Few different characters, or a short text repeated: typed by hand, not drawn. */
export function isWeak(key: string): boolean {
  const periods = Array.from({ length: Math.floor(key.length / 2) }, (_, index) => index + 1);
  return new Set(key).size < differentMin || periods.some((period) => key.slice(period) === key.slice(0, -period));
}
