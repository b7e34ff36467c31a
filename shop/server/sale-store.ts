import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newSale, type Sale } from './sale.ts';

/** Keeps the sales. When `save` is done, a crash does not lose it. */
export interface Sales {
  /** The newest sale of the session, or a new one. */
  readonly current: (session: string) => Sale | Promise<Sale>;
  readonly start: (session: string) => Sale | Promise<Sale>;
  /** Throws a StaleSaleError when the sale was changed since it was read: another window was faster. */
  readonly save: (sale: Sale) => Sale | Promise<Sale>;
}

/** The sales, in one SQLite file. When `save` has returned, the sale is on disk. */
export class SaleStore implements Sales {
  readonly #database: DatabaseSync;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 }); // Names and addresses: not readable by other users.
    this.#database = new DatabaseSync(join(folder, 'sales.sqlite'));
    this.#database.exec(schema);
  }

  /** The newest sale of the session, or a new one. */
  current(session: string): Sale {
    const row = this.#database
      .prepare('SELECT sale FROM sales WHERE session = ? ORDER BY number DESC LIMIT 1')
      .get(session);
    return row === undefined ? this.start(session) : read(row);
  }

  start(session: string): Sale {
    const sale = newSale(randomUUID(), session);
    this.#database
      .prepare('INSERT INTO sales (id, session, revision, state, sale) VALUES (?, ?, ?, ?, ?)')
      .run(sale.id, session, sale.revision, sale.progress.state, JSON.stringify(sale));
    return sale;
  }

  /** Throws when the sale was changed since it was read: another window was faster. */
  save(sale: Sale): Sale {
    const saved = { ...sale, revision: sale.revision + 1 };
    const { changes } = this.#database
      .prepare('UPDATE sales SET revision = ?, state = ?, sale = ? WHERE id = ? AND revision = ?')
      .run(saved.revision, saved.progress.state, JSON.stringify(saved), sale.id, sale.revision);
    if (changes !== 1) throw new StaleSaleError();
    return saved;
  }

  /** Binds that were begun and not settled: to be resumed when the shop starts. */
  unfinished(): readonly Sale[] {
    return this.#database.prepare("SELECT sale FROM sales WHERE state = 'binding' ORDER BY number").all().map(read);
  }

  /** The sale of an application, or null when another program of the seller has sold it. */
  ofApplication(applicationId: string): Sale | null {
    const row = this.#database
      .prepare("SELECT sale FROM sales WHERE sale ->> '$.applicationId' = ?")
      .get(applicationId);
    return row === undefined ? null : read(row);
  }

  /** Saves what an event has changed, once: returns false for an event that was taken before. */
  saveOnce(eventId: string, change: () => Sale): boolean {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const { changes } = this.#database.prepare('INSERT OR IGNORE INTO events (id) VALUES (?)').run(eventId);
      if (changes === 1) this.save(change());
      this.#database.exec('COMMIT');
      return changes === 1;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }
}

export class StaleSaleError extends Error {
  override readonly name = 'StaleSaleError';
}

// FULL: a commit waits for the disk. What is written before a bind has to be there after a power cut.
const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS sales (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL,
    revision INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('shopping', 'binding', 'bound')),
    sale TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS sales_by_session ON sales (session, number);
  CREATE INDEX IF NOT EXISTS sales_by_application ON sales (sale ->> '$.applicationId');
  CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY) STRICT;
  CREATE INDEX IF NOT EXISTS sales_binding ON sales (number) WHERE state = 'binding';
`;

function read(row: Readonly<Record<string, unknown>>): Sale {
  return JSON.parse(String(row.sale)) as Sale;
}
