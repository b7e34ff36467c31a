import type { Command } from 'commander';
import { isOperatorRefusal } from '../../../domain/operator/refusal.ts';
import type { Page } from '../../../store/lists/filter.ts';
import type { PageQuery } from '../../../store/onboard/name-page.ts';
import { readNameList } from '../../kit/name-list.ts';
import type { CommandAnswer } from '../command-kit.ts';
import { type Column, table } from '../table.ts';

export interface NameListOptions {
  readonly search?: string;
  readonly cursor?: string;
  readonly limit: string;
}

/** The options of every list by name. */
export function withNameList(command: Command, searchedBy: string): Command {
  return command
    .option('--search <text>', `only those whose name begins so, or with this ${searchedBy}`)
    .option('--limit <rows>', 'rows to show, at most 100', '50')
    .option('--cursor <text>', 'go on where the last list ended');
}

interface NameList<Row> {
  readonly ids: 'uuid' | 'text';
  readonly read: (query: PageQuery) => Promise<Page<Row>>;
  readonly columns: readonly Column<Row>[];
  readonly nothing: string;
}

export async function answerNameList<Row>(
  { limit, ...asked }: NameListOptions,
  { ids, read, columns, nothing }: NameList<Row>,
): Promise<CommandAnswer> {
  const query = readNameList({ ...asked, limit: Math.min(100, Math.max(1, Number.parseInt(limit, 10) || 1)) }, ids);
  if (isOperatorRefusal(query)) return query;
  const page = await read(query);
  const more = page.nextCursor === null ? '' : `\n\nThere are more: --cursor ${page.nextCursor}`;
  return { json: page, text: table(page.rows, columns, nothing) + more };
}
