import type { PlainDate } from '../../domain/calendar.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import type { Books } from '../../domain/tariff/book-for-quote.ts';
import type { Tx } from '../database.ts';
import { read, sendRead, write } from '../statement.ts';

/** A rate book without its prices. */
export interface RateBookHead {
  readonly version: string;
  readonly firstEffectiveDate: PlainDate;
  readonly lastEffectiveDate: PlainDate | null;
  readonly loadedAt: Date;
  readonly waits: boolean;
  /** The day of its latest activation. */
  readonly activeFrom: PlainDate | null;
}

const columnsSql = `version, document->>'firstEffectiveDate' AS "firstEffectiveDate", document->>'lastEffectiveDate' AS "lastEffectiveDate",
         loaded_at AS "loadedAt", waits,
         (SELECT active_from
          FROM rate_book_activation
          WHERE rate_book_activation.version = rate_book.version
          ORDER BY id DESC
          LIMIT 1) AS "activeFrom"`;

/**
 * Returns all rate books with their activations. There are as many as there were price changes, so there is no paging.
 */
export async function readBooks(tx: Tx): Promise<Books<RateBookHead>> {
  const { rows } = await sendRead<RateBookHead>(
    tx,
    `SELECT ${columnsSql} FROM rate_book ORDER BY loaded_at DESC, version DESC`,
  );
  const activations = await sendRead<{ version: string; activeFrom: PlainDate }>(
    tx,
    'SELECT version, active_from AS "activeFrom" FROM rate_book_activation ORDER BY id DESC',
  );
  return {
    rateBooks: rows,
    waiting: new Set(rows.filter(({ waits }) => waits).map(({ version }) => version)),
    activations: activations.rows,
  };
}

/** Rate books and tax tables are only added. Locked, because versions are checked against each other. */
export const lockTariffs = write.runs(
  null,
  'LOCK TABLE rate_book, rate_book_activation, tax_table IN SHARE ROW EXCLUSIVE MODE',
);

/** `waits`: the book is not in force until an activation names it. */
export const insertRateBook = write.runs(
  null,
  'INSERT INTO rate_book (version, document, waits) VALUES (:version, :document, :waits)',
  (version: string, document: unknown, waits = false) => ({ version, document: JSON.stringify(document), waits }),
);

/** Latest first; a page starts after the version that ended the previous one. */
export const listRateBooks = read.allRows<
  RateBookHead,
  [page: { readonly after: string | null; readonly limit: number }]
>(
  null,
  `SELECT ${columnsSql}
   FROM rate_book
   WHERE :after::text IS NULL
      OR (loaded_at, version) < (SELECT loaded_at, version FROM rate_book WHERE version = :after)
   ORDER BY loaded_at DESC, version DESC
   LIMIT :limit`,
  ({ after, limit }) => ({ after, limit }),
);

export const findRateBook = read.firstRow<
  RateBookHead & { readonly document: unknown },
  [{ readonly version: string }]
>(null, `SELECT ${columnsSql}, document FROM rate_book WHERE version = :version`);

/** Lists the insurers of every rate book that was ever loaded, by the name that the newest one has for them. */
export const listInsurers = read.allRows<{ readonly code: string; readonly name: string }>(
  null,
  `SELECT DISTINCT ON (insurer->>'code') insurer->>'code' AS code, insurer->>'name' AS name
   FROM rate_book
   CROSS JOIN jsonb_array_elements(coalesce(document->'insurers', '[]')) AS insurer
   ORDER BY insurer->>'code', loaded_at DESC`,
);

export interface Decision {
  readonly version: string;
  readonly activeFrom: PlainDate;
  readonly actor: Actor;
  readonly reason: string;
}

export const insertActivation = write.runs(
  null,
  `INSERT INTO rate_book_activation (version, active_from, actor_kind, actor_name, reason)
   VALUES (:version, :activeFrom, :kind, :name, :reason)`,
  ({ version, activeFrom, actor, reason }: Decision) => ({
    version,
    activeFrom,
    kind: actor.kind,
    name: actor.name,
    reason,
  }),
);

export interface ActivationRow extends Omit<Decision, 'actor'> {
  readonly decidedAt: Date;
  readonly actorName: string;
}

export const listActivations = read.allRows<ActivationRow, [{ readonly version: string; readonly limit: number }]>(
  null,
  `SELECT version, active_from AS "activeFrom", decided_at AS "decidedAt", actor_name AS "actorName", reason
   FROM rate_book_activation
   WHERE version = :version
   ORDER BY id DESC
   LIMIT :limit`,
);
