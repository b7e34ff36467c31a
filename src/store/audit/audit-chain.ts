import type { Tx } from '../database.ts';
import { columnsOf, sendRead, sendWrite, write } from '../statement.ts';

/**
 * The trails that are chained, each on its own: what happened to applications, and what operators did. `fixed` is what
 * never changes of a row, `personal` what an erasure may empty. Both are text that PostgreSQL writes the same way
 * everywhere, whatever the time zone or the server's version.
 */
export const trails = {
  audit: {
    idType: 'bigint',
    at: 'happened_at',
    fixed: 'json_build_array(id, application_id, event, extract(epoch FROM happened_at))::text',
    personal: 'facts::text',
  },
  operator_act: {
    idType: 'uuid',
    at: 'acted_at',
    fixed:
      'json_build_array(id, actor_kind, actor_name, action, subject, application_id, extract(epoch FROM acted_at))::text',
    personal: 'json_build_array(reason, facts::text)::text',
  },
} as const;

export type Trail = keyof typeof trails;
export const trailNames = Object.keys(trails) as readonly Trail[];

export interface UnlinkedRow {
  readonly id: string;
  readonly fixed: string;
  readonly personal: string;
}

export interface Link {
  readonly id: string;
  readonly place: number;
  readonly salt: Buffer;
  readonly digest: Buffer;
  readonly hash: Buffer;
}

export interface LinkedRow extends UnlinkedRow, Omit<Link, 'salt'> {
  /** Null once the personal part was erased. */
  readonly salt: Buffer | null;
  readonly isErased: boolean;
  /** Whether the erasure that emptied it is on record. */
  readonly isErasureKnown: boolean;
  readonly at: Date;
}

/** Returns whether any row waits for its link. Needs no lock. */
export async function hasUnlinked(tx: Tx, trail: Trail): Promise<boolean> {
  return (await sendRead(tx, `SELECT FROM ${trail} WHERE place IS NULL LIMIT 1`)).rowCount === 1;
}

// Arbitrary, but unique among the advisory locks of this database.
const chainLock = 710_526_011;

/** Waits until nobody else links or erases. The lock ends with the transaction. */
export const lockChains = write.runs(null, `SELECT pg_advisory_xact_lock(${chainLock})`);

/** The last link; null for an empty chain. */
export async function readHead(tx: Tx, trail: Trail): Promise<Pick<Link, 'place' | 'hash'> | null> {
  const { rows } = await sendRead<Pick<Link, 'place' | 'hash'>>(
    tx,
    `SELECT place::float8 AS place, hash FROM ${trail} WHERE place IS NOT NULL ORDER BY ${trail}.place DESC LIMIT 1`,
  );
  return rows[0] ?? null;
}

export async function readUnlinked(tx: Tx, trail: Trail, countMax: number): Promise<readonly UnlinkedRow[]> {
  const { fixed, personal } = trails[trail];
  const { rows } = await sendRead<UnlinkedRow>(
    tx,
    `SELECT id::text, ${fixed} AS fixed, ${personal} AS personal
     FROM ${trail}
     WHERE place IS NULL
     ORDER BY ${trail}.id
     LIMIT :countMax`,
    { countMax },
  );
  return rows;
}

export async function writeLinks(tx: Tx, trail: Trail, links: readonly Link[]): Promise<void> {
  await sendWrite(
    tx,
    `UPDATE ${trail} SET place = link.place, salt = link.salt, digest = link.digest, hash = link.hash
     FROM unnest(:id::${trails[trail].idType}[], :place::bigint[], :salt::bytea[], :digest::bytea[], :hash::bytea[])
       AS link (id, place, salt, digest, hash)
     WHERE ${trail}.id = link.id`,
    columnsOf(links, 'id', 'place', 'salt', 'digest', 'hash'),
  );
}

/** Returns a part of the chain, in its order, from this place on. */
export async function readLinks(
  tx: Tx,
  trail: Trail,
  fromPlace: number,
  countMax: number,
): Promise<readonly LinkedRow[]> {
  const { at, fixed, personal } = trails[trail];
  const { rows } = await sendRead<LinkedRow>(
    tx,
    `SELECT id::text, place::float8 AS place, salt, digest, hash, ${at} AS at, ${fixed} AS fixed, ${personal} AS personal,
            erased_by IS NOT NULL AS "isErased",
            EXISTS (SELECT FROM erasure WHERE erasure.id = ${trail}.erased_by) AS "isErasureKnown"
     FROM ${trail}
     WHERE place >= :fromPlace
     ORDER BY ${trail}.place
     LIMIT :countMax`,
    { fromPlace, countMax },
  );
  return rows;
}
