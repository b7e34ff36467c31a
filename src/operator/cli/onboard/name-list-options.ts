import type { PageQuery } from '../../../store/partner/name-page.ts';
import { readNameList } from '../../kit/name-list.ts';
import { option, optionOr, type ValuesOf } from '../options.ts';

/** The options of every list in pages. */
export const pageOptions = {
  limit: optionOr('<rows>', 'rows to show, at most 100', '50'),
  cursor: option('<text>', 'go on where the last list ended'),
};

/** The options of every list by name. */
export function nameListOptions(searchedBy: string) {
  return {
    search: option('<text>', `only those whose name begins so, or with this ${searchedBy}`),
    ...pageOptions,
  };
}

type Asked = ValuesOf<typeof pageOptions> & Partial<ValuesOf<ReturnType<typeof nameListOptions>>>;

export function pageQueryOf({ search, cursor, limit }: Asked, ids: 'uuid' | 'text'): PageQuery {
  const rows = Math.min(100, Math.max(1, Number.parseInt(limit, 10) || 1));
  return readNameList({ search, cursor, limit: rows }, ids);
}
