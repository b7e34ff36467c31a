import { randomBytes } from 'node:crypto';

/** A secret has 256 random bits. The prefix identifies it to people and to secret scanners. */
export function newSecret(prefix: 'nbs' | 'nbp'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** Makes a generated name unique. */
export function newSuffix(): string {
  return randomBytes(3).toString('hex');
}
