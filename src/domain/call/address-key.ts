/**
 * Returns what an address is counted by: an IPv4 address, or the /64 of an IPv6 address, which is what one customer
 * of a network gets. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is the IPv4 address. A port is left out.
 * Returns null for text that is no address.
 */
export function addressKey(text: string): string | null {
  const plain = /^\[(.+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  if (isIpv4(plain)) return plain;
  const groups = ipv6Groups(plain.split('%')[0]!);
  if (groups === null) return null;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/**
 * What the address of a request's caller is counted by. A proxy may pass on any text as an address; what is none counts
 * as the proxy.
 */
export function callerAddress({ ip, socket }: Arrival): string {
  return addressKey(ip) ?? addressKey(socket.remoteAddress ?? '') ?? 'unknown';
}

interface Arrival {
  /** The caller, as the proxies in front say. */
  readonly ip: string;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

/** The eight groups of an IPv6 address; null if it is none. */
function ipv6Groups(text: string): readonly number[] | null {
  if (text.length > 45) return null;
  const end = text.slice(text.lastIndexOf(':') + 1);
  const hex = isIpv4(end) ? text.slice(0, -end.length) + ipv4InHex(end) : text;
  const halves = hex.split('::');
  if (halves.length > 2) return null;
  const [left, right] = halves.map((half) => (half === '' ? [] : half.split(':'))) as [string[], string[] | undefined];
  const missing = 8 - left.length - (right?.length ?? 0);
  if (right === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...(right ?? [])];
  return groups.every((group) => /^[\da-f]{1,4}$/i.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : null;
}

function ipv4InHex(text: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}
