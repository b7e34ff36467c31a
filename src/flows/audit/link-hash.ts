import { createHash } from 'node:crypto';

/** The hash before the first link. */
export const firstHash = Buffer.alloc(32);

/** The digest of what may name a person. Without the salt nobody can find out what it was made of by trying. */
export function digestOf(salt: Buffer, personal: string): Buffer {
  return createHash('sha256').update(salt).update(personal, 'utf8').digest();
}

/** The hash of a link: over the one before it, its place, its digest and what never changes of its row. */
export function hashOf(
  before: Buffer,
  link: { readonly place: number; readonly digest: Buffer; readonly fixed: string },
) {
  return createHash('sha256').update(before).update(link.digest).update(`${link.place} ${link.fixed}`, 'utf8').digest();
}
