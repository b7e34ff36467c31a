import { type TUnsafe, Type } from 'typebox';

/** One of a few words. A union of literals would be refused once per word. */
export function choice<const T extends string>(words: readonly T[]): TUnsafe<T> {
  return Type.Unsafe<T>({ type: 'string', enum: words });
}
