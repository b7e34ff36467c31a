import { randomBytes } from 'node:crypto';
import {
  hasUnlinked,
  type Link,
  lockChains,
  readHead,
  readUnlinked,
  type Trail,
  trailNames,
  writeLinks,
} from '../../store/audit/audit-chain.ts';
import { type Tx, transact } from '../../store/database.ts';
import type { Parts } from '../parts.ts';
import { digestOf, firstHash, hashOf } from './link-hash.ts';

const batchMax = 500;

/**
 * Gives the rows of the audit their links, soon after their commit and one instance at a time, so that no bind waits
 * for another one and the chain has one end. Returns how many it linked.
 */
export async function linkAudit({ database }: Parts<'database'>, signal?: AbortSignal): Promise<number> {
  let linked = 0;
  for (const trail of trailNames)
    while (!signal?.aborted && (await hasUnlinked(database, trail))) {
      const count = await transact(database, async (tx) => {
        await lockChains(tx);
        return linkBatch(tx, trail);
      });
      linked += count;
      if (count < batchMax) break;
    }
  return linked;
}

/** Links all that is committed, within an erasure, which may only empty rows that are in the chain. */
export async function linkAll(tx: Tx): Promise<void> {
  for (const trail of trailNames) while ((await linkBatch(tx, trail)) === batchMax);
}

async function linkBatch(tx: Tx, trail: Trail): Promise<number> {
  const rows = await readUnlinked(tx, trail, batchMax);
  if (rows.length === 0) return 0;
  let { place, hash } = (await readHead(tx, trail)) ?? { place: 0, hash: firstHash };
  const links: Link[] = [];
  for (const { id, fixed, personal } of rows) {
    const salt = randomBytes(16);
    const digest = digestOf(salt, personal);
    place += 1;
    hash = hashOf(hash, { place, digest, fixed });
    links.push({ id, place, salt, digest, hash });
  }
  await writeLinks(tx, trail, links);
  return rows.length;
}
