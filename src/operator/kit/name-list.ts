import { parseUuid } from '../../domain/ids.ts';
import { type PageQuery, readCursor } from '../../store/partner/name-page.ts';
import { refuse } from './accepted.ts';

const limitDefault = 50;

interface Asked {
  readonly search?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number;
}

export function readNameList({ search = '', cursor, limit = limitDefault }: Asked, ids: 'uuid' | 'text'): PageQuery {
  const after = cursor === undefined ? null : readCursor(cursor);
  const isBad = cursor !== undefined && (after === null || (ids === 'uuid' && parseUuid(after.id) === null));
  return isBad ? refuse('RequestInvalid', 'cursor') : { search, after, limit };
}
