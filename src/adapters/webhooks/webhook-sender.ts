import { lookup as lookUpName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import { exchange } from '../exchange.ts';
import { isLoopbackAddress, isPublicAddress, isPublicName } from './public-address.ts';

export interface WebhookSenderOptions {
  /** The sandbox also allows loopback addresses, and those without TLS. */
  readonly isLoopbackAllowed: boolean;
  readonly timeoutMs?: number;
  /** The system's resolver, unless told. */
  readonly lookUp?: typeof lookUpName;
}

const usualTimeoutMs = 10_000;
const urlLengthMax = 2_000;

/**
 * Sends webhooks to addresses that partners have chosen. The address is judged when the connection is made, after its
 * name was resolved: a name can change between a check and its use. Behind a proxy, too, we resolve it ourselves.
 */
export function makeWebhookSender({
  isLoopbackAllowed,
  timeoutMs = usualTimeoutMs,
  lookUp = lookUpName,
}: WebhookSenderOptions): WebhookSender {
  const isAllowed = (address: string): boolean =>
    isPublicAddress(address) || (isLoopbackAllowed && isLoopbackAddress(address));

  const lookup: LookupFunction = (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      const allowed = addresses?.filter(({ address }) => isAllowed(address)) ?? [];
      const [first] = allowed;
      if (error !== null || first === undefined) return callback(error ?? notAllowed(), '', 0);
      if (options.all) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };

  const isUrlAllowed = (text: string): boolean => {
    const url = URL.parse(text);
    if (url === null || text.length > urlLengthMax || url.username !== '' || url.password !== '' || url.hash !== '')
      return false;
    const host = url.hostname.replace(/^\[|\]$/g, ''); // Without the brackets of an IPv6 address.
    const isLocal = host === 'localhost' || isLoopbackAddress(host);
    if (isLocal) return isLoopbackAllowed && (url.protocol === 'https:' || url.protocol === 'http:');
    // The address behind a name is judged when it is resolved.
    return url.protocol === 'https:' && (isIP(host) === 0 ? isPublicName(host) : isAllowed(host));
  };

  return {
    isUrlAllowed,
    send: async ({ url, headers, body }, signal) => {
      // Again: it may have been stored under other rules. An address instead of a name is not looked up.
      if (!isUrlAllowed(url)) return { kind: 'unanswered', cause: addressNotAllowed };
      const deadline = AbortSignal.any([AbortSignal.timeout(timeoutMs), signal]);
      const call = (isConnectionKept: boolean) =>
        exchange({ method: 'POST', url, headers, body, deadline, isConnectionKept, lookup });
      // A message comes right after the other, and a connection takes longer than a message. One that the server has
      // closed meanwhile is not its refusal; a message that has arrived twice has the same id.
      const first = await call(true);
      const isClosed = first.kind !== 'answered' && first.failure === 'kept-connection-closed';
      const answer = isClosed && !deadline.aborted ? await call(false) : first;
      return answer.kind === 'answered'
        ? { kind: 'answered', status: answer.status }
        : { kind: 'unanswered', cause: answer.cause };
    },
  };
}

const addressNotAllowed = 'address not allowed';

function notAllowed(): NodeJS.ErrnoException {
  return Object.assign(new Error(addressNotAllowed), { code: addressNotAllowed });
}
