import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Returns whether the address is of a public server. An IPv4 address written as IPv6 is judged as IPv4. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !privateRanges.check(address, 'ipv4');
  if (!isIPv6(address)) return false;
  return globalUnicast.check(address, 'ipv6') && !privateRanges.check(address, 'ipv6');
}

/**
 * Returns whether the name can be one of a public server: false for this machine's names in any spelling, for names
 * without a domain, and for domains that are never public (RFC 6761, 6762, 8375; ICANN's .internal).
 */
export function isPublicName(name: string): boolean {
  const labels = name.toLowerCase().replace(/\.$/, '').split('.');
  if (labels.length < 2 || labels.includes('')) return false;
  return !privateDomains.some((domain) => `.${labels.join('.')}`.endsWith(`.${domain}`));
}

const privateDomains = ['localhost', 'localdomain', 'local', 'internal', 'home.arpa', 'invalid'];

export function isLoopbackAddress(address: string): boolean {
  if (isIPv4(address)) return loopback.check(address, 'ipv4');
  return isIPv6(address) && loopback.check(address, 'ipv6');
}

// The registries of special-purpose addresses (RFC 6890) list these: private, shared, link-local, documentation, benchmarking,
// multicast, reserved. BlockList judges ::ffff:a.b.c.d by the IPv4 ranges, too.
const privateRanges = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  privateRanges.addSubnet(network, bits, 'ipv4');
// Teredo and 6to4 carry any IPv4 address.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  privateRanges.addSubnet(network, bits, 'ipv6');

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
