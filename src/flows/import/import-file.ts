import type { ImportEvent, ImportResult } from '../../domain/import/import-line.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import type { Database, Tx } from '../../store/database.ts';
import { type ImportConnection, openImport } from '../../store/import/import-connection.ts';
import type { ImportCounts, Staging } from '../../store/import/staging.ts';
import type { ActorAndReason } from '../operator/actor-and-reason.ts';
import type { Column } from './csv-header.ts';
import { importFault, type JudgeRow, makeFileJudge } from './judge-file.ts';
import { readCsv } from './read-csv.ts';
import { Stalled, untilStalled } from './until-stalled.ts';

/** What differs between dealers and lienholders. */
export interface ImportKind<Entry extends { readonly id: string }> {
  readonly what: 'dealers' | 'lienholders';
  readonly columns: readonly Column[];
  /** Reads once what every row is checked against. */
  readonly makeJudge: (tx: Tx) => Promise<JudgeRow<Entry>>;
  readonly staging: Staging<Entry>;
}

export interface ImportOptions extends ActorAndReason {
  /** Checks the file and reports what it would change; changes nothing. */
  readonly isDryRun: boolean;
}

export interface ImportParts {
  readonly database: Database;
  /** How long the next part of the file may take; half a minute by default. */
  readonly stallMs?: number;
}

// What one connection stages in a minute, and how many ids fit into memory.
const limits = { rowsMax: 250_000, bytesMax: 64 * 1024 * 1024, lineBytesMax: 65_536 } as const;
// More than anybody mends before the next try; each is a line of the answer.
const faultsMax = 1_000;
const batchRows = 2_000; // A statement of about 200 KB.

/**
 * Imports a file completely, or not at all if any line has a fault. Rows are identified by their id: a new one is
 * added, an existing one updated, and one that the file omits stays.
 */
export async function* importFile<Entry extends { readonly id: string }>(
  { database, stallMs = usualStallMs }: ImportParts,
  kind: ImportKind<Entry>,
  source: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): AsyncGenerator<ImportEvent> {
  const connection = await openImport(database);
  if (connection === null) {
    yield importFault(0, 'ImportBusy');
    yield resultOf(options, { rowsRead: 0, faultCount: 1 }, none);
    return;
  }
  try {
    await kind.staging.create(connection.tx);
    const read = yield* stageRows(connection.tx, kind, untilStalled(source, stallMs));
    const counts = read.faultCount === 0 ? await takeOver(connection, kind, options) : none;
    yield resultOf(options, read, counts);
  } catch (error) {
    if (!(error instanceof Stalled)) throw error;
    yield importFault(0, 'ImportStalled');
    yield resultOf(options, { rowsRead: 0, faultCount: 1 }, none);
  } finally {
    await connection.close(kind.staging.drop);
  }
}

// Meanwhile no other import can run.
const usualStallMs = 30_000;

const none: ImportCounts = { added: 0, changed: 0, unchanged: 0, linked: 0 };

interface Read {
  readonly rowsRead: number;
  readonly faultCount: number;
}

function resultOf({ isDryRun }: ImportOptions, read: Read, counts: ImportCounts): ImportResult {
  return { kind: 'result', isDryRun, isDone: !isDryRun && read.faultCount === 0, ...read, ...counts };
}

/** Checks every row and stages the valid ones as they arrive. After a fault, rows are checked but no longer staged. */
async function* stageRows<Entry extends { readonly id: string }>(
  tx: Tx,
  { columns, makeJudge, staging }: ImportKind<Entry>,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<ImportEvent, Read> {
  const file = makeFileJudge(columns, await makeJudge(tx), limits.rowsMax);
  let bytesRead = 0;
  let rowsRead = 0;
  let faultCount = 0;
  let batch: Entry[] = [];
  const onBytes = (bytes: number): void => {
    bytesRead = bytes;
  };
  for await (const lines of readCsv(source, { ...limits, onBytes })) {
    for (const line of lines) {
      if (file.isOver()) break;
      const { isRow, entry, faults } = file.judge(line);
      if (isRow) rowsRead += 1;
      for (const fault of faults.slice(0, faultsMax - faultCount)) {
        faultCount += 1;
        yield fault;
      }
      if (faultCount === faultsMax) {
        yield importFault(line.line, 'TooManyFaults');
        return { rowsRead, faultCount: faultCount + 1 };
      }
      if (entry !== null) batch.push(entry);
    }
    if (faultCount > 0) batch = [];
    if (batch.length >= batchRows) {
      await staging.add(tx, batch);
      batch = [];
    }
    yield { kind: 'progress', rowsRead, bytesRead };
    if (file.isOver()) break;
  }
  if (batch.length > 0) await staging.add(tx, batch);
  yield* file.endFaults();
  return { rowsRead, faultCount: faultCount + file.endFaults().length };
}

async function takeOver<Entry extends { readonly id: string }>(
  { tx, commit }: ImportConnection,
  { what, staging }: ImportKind<Entry>,
  { isDryRun, actor, reason }: ImportOptions,
): Promise<ImportCounts> {
  const counts = await staging.compare(tx);
  if (isDryRun || counts.added + counts.changed + counts.linked === 0) return counts;
  await commit(async () => {
    await staging.takeOver(tx);
    await recordAct(tx, { actor, reason, action: `import ${what}`, subject: what, facts: { ...counts } });
  });
  return counts;
}
