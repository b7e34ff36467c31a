import type { ImportFault } from '../../domain/import/import-line.ts';
import type { OperatorRefusalCode } from '../../domain/operator/operator-refusal.ts';
import type { Judged } from '../../domain/partner/judge-entry.ts';
import { type Column, readHeader } from './csv-header.ts';
import type { CsvLine } from './read-csv.ts';

export interface JudgedLine<Entry> {
  readonly isRow: boolean;
  /** Null for a faulty line and for the header. */
  readonly entry: Entry | null;
  readonly faults: readonly ImportFault[];
}

/** Checks a file line by line: the first names the columns, every other is a row with a unique id. */
export interface FileJudge<Entry> {
  readonly judge: (line: CsvLine) => JudgedLine<Entry>;
  /** True if the rest need not be read. */
  readonly isOver: () => boolean;
  /** Faults that are known only at the end. */
  readonly endFaults: () => readonly ImportFault[];
}

export type JudgeRow<Entry> = (cells: Readonly<Record<string, string>>) => Judged<Entry>;

const valueLengthMax = 60;

export function makeFileJudge<Entry extends { readonly id: string }>(
  columns: readonly Column[],
  judgeRow: JudgeRow<Entry>,
  rowsMax: number,
): FileJudge<Entry> {
  let names: readonly string[] | null = null;
  let isOver = false;
  const ids = new Set<string>();

  function judgeHeader(line: number, cells: readonly string[]): JudgedLine<Entry> {
    const header = readHeader(columns, cells);
    names = header.names;
    isOver = header.faults.length > 0; // Every line would have the same fault.
    const faults = header.faults.map(({ code, column }) => importFault(line, code, column));
    return { isRow: false, entry: null, faults };
  }

  function judgeCells(line: number, cells: readonly string[], header: readonly string[]): JudgedLine<Entry> {
    if (cells.length !== header.length) return refusedRow(importFault(line, 'CellCountWrong'));
    const row: Record<string, string> = {};
    for (const [at, name] of header.entries()) row[name] = cells[at]!;
    const judged = judgeRow(row);
    const id = row.id!.trim();
    const isRepeated = ids.has(id);
    if (!isRepeated) ids.add(id);
    if ('entry' in judged && !isRepeated) return { isRow: true, entry: judged.entry, faults: [] };
    return refusedRow(
      ...('faults' in judged ? judged.faults.map((fault) => faultInRow(line, row, fault)) : []),
      ...(isRepeated ? [importFault(line, 'IdRepeated', 'id', id)] : []),
    );
  }

  return {
    judge: (one) => {
      if ('fault' in one) return refusedRow(importFault(one.line, one.fault));
      if (names === null) return judgeHeader(one.line, one.cells);
      if (ids.size < rowsMax) return judgeCells(one.line, one.cells, names);
      isOver = true;
      return refusedRow(importFault(one.line, 'FileTooLarge'));
    },
    isOver: () => isOver,
    endFaults: () => (names === null ? [importFault(1, 'FileEmpty')] : []),
  };
}

export function importFault(line: number, code: OperatorRefusalCode, column = '', value = ''): ImportFault {
  return { kind: 'fault', line, column, code, value: value.slice(0, valueLengthMax) };
}

function refusedRow(...faults: readonly ImportFault[]): JudgedLine<never> {
  return { isRow: true, entry: null, faults };
}

type RowFault = Extract<Judged<never>, { faults: unknown }>['faults'][number];

/** Reports text in another encoding, which shows as replacement characters, as a fault of its own. */
function faultInRow(line: number, row: Readonly<Record<string, string>>, fault: RowFault): ImportFault {
  const value = fault.details?.value ?? row[fault.field] ?? '';
  return importFault(line, value.includes('\ufffd') ? 'TextNotUtf8' : fault.code, fault.field, value);
}
