import { randomUUIDv7 } from 'node:crypto';
import type { AnyId } from '../domain/ids.ts';

/** Returns a new id. Ids are in order of time, so that rows created together are adjacent in their index. */
export function newId<Kind extends AnyId>(): Kind {
  return randomUUIDv7() as Kind;
}
