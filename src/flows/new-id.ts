import { randomUUIDv7 } from 'node:crypto';
import type { AnyId } from '../domain/ids.ts';

/** A new id, in the order of time: rows that were made together stand together in their index. */
export function newId<Kind extends AnyId>(): Kind {
  return randomUUIDv7() as Kind;
}
