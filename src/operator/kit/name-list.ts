import type { Static } from 'typebox';
import { parseUuid } from '../../domain/ids.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { type PageQuery, readCursor } from '../../store/onboard/name-page.ts';
import type { nameListQuery } from '../wire/onboard.ts';

const limitDefault = 50;

export function readNameList(asked: Static<typeof nameListQuery>, ids: 'uuid' | 'text'): PageQuery | OperatorRefusal {
  const { search = '', cursor, limit = limitDefault } = asked;
  const after = cursor === undefined ? null : readCursor(cursor);
  const isBad = cursor !== undefined && (after === null || (ids === 'uuid' && parseUuid(after.id) === null));
  return isBad ? refuseOperator('RequestInvalid', 'cursor') : { search, after, limit };
}
