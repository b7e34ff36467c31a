import type { IncomingMessage } from 'node:http';

/** A proxy and we may each take another of two `Host` headers for the address. HTTP says that it is 400. */
export function hasSecondHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost.test(rawHeaders[at]!)) count += 1;
  return count > 1;
}

const isHost = /^host$/i;
