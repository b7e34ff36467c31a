import { randomBytes } from 'node:crypto';

/** 256 random bits, so that a plain hash is enough. */
export function newLinkSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The page on which the customer pays. */
export function linkAddress(publicUrl: string, secret: string): string {
  return `${publicUrl}/pay/${secret}`;
}
