import { Type } from 'typebox';
import { parseUuid } from '../../domain/ids.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { type PageQuery, readCursor } from '../../store/onboard/name-page.ts';

/** What every list by name takes in its query. */
export const nameListQuery = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  cursor: Type.Optional(Type.String({ maxLength: 1_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
};

interface Asked {
  readonly search?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

const limitDefault = 50;

export function readNameList(asked: Asked, ids: 'uuid' | 'text'): PageQuery | OperatorRefusal {
  const { search = '', cursor, limit = limitDefault } = asked;
  const after = cursor === undefined ? null : readCursor(cursor);
  const isBad = cursor !== undefined && (after === null || (ids === 'uuid' && parseUuid(after.id) === null));
  return isBad ? refuseOperator('RequestInvalid', 'cursor') : { search, after, limit };
}
