import { Type } from '@northbind/contract/type.ts';
import type { TSchema, TUnsafe } from 'typebox';
import type { AnyId } from '../../domain/ids.ts';
import { idOf } from '../kit/id.ts';

/** Parts of the operator API's schemas. Timestamps are RFC 3339 in UTC, days `YYYY-MM-DD`, money is in cents. */
export const text = Type.String();
export const flag = Type.Boolean();
export const uuid = Type.String({ format: 'uuid' });
export const day = Type.String({ format: 'date', maxLength: 10 });
export const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 100 }));
export const pageQuery = Type.Object({ cursor: Type.Optional(uuid), limit });
export const reason = Type.String({ maxLength: 500 });
/** Why; every act on a sale or an account needs it. */
export const reasoned = Type.Object({ reason });
export const byId = Type.Object({ id: uuid });
/** A route of one policy: another integration's looks like one that does not exist. */
export const ofPolicy = {
  params: Type.Object({ policyNumber: Type.String({ minLength: 1, maxLength: 40 }) }),
  scope: { thing: 'policy', name: 'policyNumber' },
} as const;
export const byIdOf = <Kind extends AnyId>() => Type.Object({ id: idOf<Kind>() });

/** One of these words. A union of literals would report one error per word. */
export function choice<const T extends string>(words: readonly T[]): TUnsafe<T> {
  return Type.Unsafe<T>({ type: 'string', enum: words });
}

export function orNull<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** What is sent of a record: JSON writes a moment as its RFC 3339 text. */
export type Sent<T> = T extends Date
  ? string
  : T extends string
    ? T
    : T extends readonly (infer Row)[]
      ? readonly Sent<Row>[]
      : T extends object
        ? { readonly [Name in keyof T]: Sent<T[Name]> }
        : T;

/** One page of a list. The cursor leads to the next one; it is null on the last. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/** A page of a list that can be searched. */
export interface SearchedPage<Row> extends Page<Row> {
  /**
   * The list ends here, but only the newest 250 sales that match the search (and are not newer than the cursor) were
   * looked through: there may be more.
   */
  readonly isCut: boolean;
}
