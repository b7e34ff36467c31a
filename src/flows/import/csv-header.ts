import type { OperatorRefusalCode } from '../../domain/operator/operator-refusal.ts';

export interface Column {
  readonly name: string;
  readonly isOptional?: true;
}

export interface Header {
  /** The column of each cell of a line. */
  readonly names: readonly string[];
  readonly faults: readonly { readonly code: OperatorRefusalCode; readonly column: string }[];
}

/**
 * Reads the header. Case, spaces and underscores are ignored: `Address line 1`, `address_line1` and `addressLine1` are
 * the same. An unknown column is a fault: it may be misspelt, and its cells would be lost silently.
 */
export function readHeader(columns: readonly Column[], cells: readonly string[]): Header {
  const known = new Map(columns.map(({ name }) => [plain(name), name]));
  const names = cells.map((cell) => known.get(plain(cell)) ?? cell.trim());
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const name of names) (once.has(name) ? twice : once).add(name);
  const missing = columns.filter(({ name, isOptional }) => !isOptional && !once.has(name));
  return {
    names,
    faults: [
      ...names
        .filter((name) => !known.has(plain(name)))
        .map((column) => ({ code: 'ColumnUnknown', column: column.slice(0, 60) }) as const),
      ...[...twice].map((column) => ({ code: 'ColumnTwice', column: column.slice(0, 60) }) as const),
      ...missing.map(({ name }) => ({ code: 'ColumnMissing', column: name }) as const),
    ],
  };
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}
