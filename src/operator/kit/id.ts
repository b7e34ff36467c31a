import { Type } from '@northbind/contract/type.ts';
import { type AnyId, parseUuid } from '../../domain/ids.ts';

/** An id in a route's schema. The validator replaces it by its one spelling, in lower case. */
export function idOf<Kind extends AnyId>() {
  return Type.Unsafe<Kind>({ type: 'string', isId: true });
}

export const isIdKeyword = {
  keyword: 'isId',
  type: 'string',
  modifying: true,
  errors: false,
  validate: (_: true, text: string, _schema: unknown, place?: Place): boolean => {
    const id = parseUuid(text);
    if (id !== null && place !== undefined) place.parentData[place.parentDataProperty] = id;
    return id !== null;
  },
} as const;

interface Place {
  readonly parentData: Record<string | number, unknown>;
  readonly parentDataProperty: string | number;
}
