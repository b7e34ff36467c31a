/**
 * Returns the address under which a caller reached the service, without a slash at its end; null if the Host that the
 * caller named is none. What is configured comes first: a proxy in between may tell another.
 */
export function servedAt(
  configured: string | null,
  { protocol, host }: { readonly protocol: string; readonly host: string },
): string | null {
  if (configured !== null) return configured.replace(/\/+$/, '');
  return isHost.test(host) ? `${protocol}://${host}` : null;
}

/** A name or an address, with or without a port: nothing that would mean something else on a page. */
const isHost = /^([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;
