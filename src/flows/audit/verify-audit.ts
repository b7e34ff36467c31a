import { type LinkedRow, readHead, readLinks, type Trail } from '../../store/audit/audit-chain.ts';
import type { Tx } from '../../store/database.ts';
import { digestOf, firstHash, hashOf } from './link-hash.ts';

/** What a look at one trail found. */
export interface TrailVerdict {
  readonly trail: Trail;
  /** Rows that were looked at, and how many of them had their personal part erased. */
  readonly rows: number;
  readonly erased: number;
  /** The last link. Noted elsewhere, it also shows that nobody has made the whole chain anew. */
  readonly head: { readonly place: number; readonly hash: string } | null;
  readonly broken: BrokenLink | null;
}

/** The first row that is not as it was written. */
export interface BrokenLink {
  readonly place: number;
  /** Null if the row is missing. */
  readonly id: string | null;
  readonly why: 'row missing' | 'row changed' | 'personal part changed' | 'erased without a record';
}

const pageRows = 2_000;

/** Verifies the chain of a trail: its last `rowsMax` rows, or all of them. Reads page by page. */
export async function verifyTrail(tx: Tx, trail: Trail, rowsMax: number | null = null): Promise<TrailVerdict> {
  const head = await readHead(tx, trail);
  const verdict = { trail, head: head && { place: head.place, hash: head.hash.toString('hex') } };
  const last = head?.place ?? 0;
  const first = rowsMax === null ? 1 : Math.max(1, last - rowsMax + 1);
  let before: Buffer | null = first === 1 ? firstHash : null;
  let [next, rows, erased] = [first === 1 ? 1 : first - 1, 0, 0];
  const end = (broken: BrokenLink | null): TrailVerdict => ({ ...verdict, rows, erased, broken });
  while (next <= last) {
    const page = await readLinks(tx, trail, next, pageRows);
    for (const row of page) {
      if (row.place !== next) return end({ place: next, id: null, why: 'row missing' });
      // Where only a part of the chain is checked, the row before it only says where that part begins.
      const why = before === null ? null : judgeLink(row, before);
      if (why !== null) return end({ place: row.place, id: row.id, why });
      if (before !== null) rows += 1;
      if (before !== null && row.isErased) erased += 1;
      before = row.hash;
      next += 1;
    }
    if (page.length === 0) return end({ place: next, id: null, why: 'row missing' });
  }
  return end(null);
}

function judgeLink(row: LinkedRow, before: Buffer): BrokenLink['why'] | null {
  if (!hashOf(before, row).equals(row.hash)) return 'row changed';
  if (row.isErased) return row.isErasureKnown && row.salt === null ? null : 'erased without a record';
  return row.salt !== null && digestOf(row.salt, row.personal).equals(row.digest) ? null : 'personal part changed';
}
