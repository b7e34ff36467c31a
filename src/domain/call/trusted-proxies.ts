/**
 * The proxies in front whose X-Forwarded-For is believed: so many of them, or those with these addresses and ranges.
 * The caller is the last address that none of them has.
 */
export type TrustedProxies = number | readonly string[];

/** Returns the proxies as the HTTP server's option takes them. */
export function trustOf(proxies: TrustedProxies): string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : [...proxies];
}
