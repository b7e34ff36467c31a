import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits that can stand in a URL: nobody guesses one. The contract's test page puts it into an address. */
export function makeTicket(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a ticket. It is random already, so a plain hash can't be turned back by trying. */
export function hashTicket(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}
