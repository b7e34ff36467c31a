import type { PlainDate } from '../domain/calendar/calendar.ts';
import type { Actor } from '../domain/operator/operator.ts';
import type { Books } from '../domain/rating/book-for-quote.ts';
import type { Tx } from './database.ts';

/** A rate book without its prices. */
export interface RateBookHead {
  readonly version: string;
  readonly inForceFrom: PlainDate;
  readonly inForceUntil: PlainDate | null;
  readonly loadedAt: Date;
  readonly waits: boolean;
  /** From the latest activation of this book. */
  readonly activeFrom: PlainDate | null;
}

const head = `
  SELECT version, document->>'inForceFrom' AS "inForceFrom", document->>'inForceUntil' AS "inForceUntil",
         loaded_at AS "loadedAt", waits,
         (SELECT active_from
          FROM rate_book_activation
          WHERE rate_book_activation.version = rate_book.version
          ORDER BY id DESC
          LIMIT 1) AS "activeFrom"
  FROM rate_book`;

/**
 * Returns all rate books with their activations. There are as many as there were price changes, so there is no paging.
 */
export async function readBooks(tx: Tx): Promise<Books<RateBookHead>> {
  const { rows } = await tx.query<RateBookHead>(`${head} ORDER BY loaded_at DESC, version DESC`);
  const activations = await tx.query<{ version: string; activeFrom: PlainDate }>(
    'SELECT version, active_from AS "activeFrom" FROM rate_book_activation ORDER BY id DESC',
  );
  return {
    rateBooks: rows,
    waiting: new Set(rows.filter(({ waits }) => waits).map(({ version }) => version)),
    activations: activations.rows,
  };
}

/** Latest first; a page starts after the version that ended the previous one. */
export async function listRateBooks(
  tx: Tx,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly RateBookHead[]> {
  const { rows } = await tx.query<RateBookHead>(
    `${head}
     WHERE $1::text IS NULL
        OR (loaded_at, version) < (SELECT loaded_at, version FROM rate_book WHERE version = $1)
     ORDER BY loaded_at DESC, version DESC
     LIMIT $2`,
    [after, limit],
  );
  return rows;
}

export async function findRateBook(
  tx: Tx,
  version: string,
): Promise<(RateBookHead & { readonly document: unknown }) | null> {
  const { rows } = await tx.query<RateBookHead>(`${head} WHERE version = $1`, [version]);
  if (rows[0] === undefined) return null;
  const documents = await tx.query<{ document: unknown }>('SELECT document FROM rate_book WHERE version = $1', [
    version,
  ]);
  return { ...rows[0], document: documents.rows[0]?.document };
}

export interface Decision {
  readonly version: string;
  readonly activeFrom: PlainDate;
  readonly actor: Actor;
  readonly reason: string;
}

export async function insertActivation(tx: Tx, { version, activeFrom, actor, reason }: Decision): Promise<void> {
  await tx.query(
    `INSERT INTO rate_book_activation (version, active_from, actor_kind, actor_name, reason)
     VALUES ($1, $2, $3, $4, $5)`,
    [version, activeFrom, actor.kind, actor.name, reason],
  );
}

export interface ActivationRow {
  readonly version: string;
  readonly activeFrom: PlainDate;
  readonly decidedAt: Date;
  readonly actorName: string;
  readonly reason: string;
}

export async function listActivations(tx: Tx, version: string, limit: number): Promise<readonly ActivationRow[]> {
  const { rows } = await tx.query<ActivationRow>(
    `SELECT version, active_from AS "activeFrom", decided_at AS "decidedAt", actor_name AS "actorName", reason
     FROM rate_book_activation
     WHERE version = $1
     ORDER BY id DESC
     LIMIT $2`,
    [version, limit],
  );
  return rows;
}
