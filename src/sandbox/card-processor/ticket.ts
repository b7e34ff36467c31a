import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, safe in a URL: the contract's test page has the ticket in its URL. */
export function makeTicket(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a ticket. A plain hash is enough, since the ticket is random. */
export function hashTicket(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}
