import { randomBytes } from 'node:crypto';

/** 256 random bits. The beginning says what it is, to a person and to a scanner that finds it where it must not be. */
export function newSecret(prefix: 'nbs' | 'nbp'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** Keeps two names apart that would be the same. */
export function newSuffix(): string {
  return randomBytes(3).toString('hex');
}
