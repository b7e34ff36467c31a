import type { Search } from '../../domain/operator/search-box.ts';

/** What a list is asked for. */
export interface ListFilter {
  readonly search: Search | null;
  /** Names and e-mail addresses are found only when they are whole: nobody may guess one letter by letter. */
  readonly isWhole: boolean;
  readonly sellerId: string | null;
  /** One of the list's own states; null: whatever its state. */
  readonly state: string | null;
  readonly since: Date | null;
  /** Not included. */
  readonly until: Date | null;
  /** The id of the last row that was seen. */
  readonly cursor: string | null;
  readonly limit: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/**
 * The lowest id of that moment: our ids begin with their time in milliseconds, so a range of time is a range of ids.
 */
export function idAt(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7000-8000-000000000000`;
}
