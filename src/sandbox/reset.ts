import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { sandboxReset } from '@northbind/contract/sandbox-reset.ts';
import type { Clock } from '../domain/calendar.ts';
import { type Seller, todayOf } from '../domain/partner/seller.ts';
import { type Database, type Tx, transact } from '../store/database.ts';
import { isTwinSql } from '../store/partner/twin.ts';
import type { ReferenceKeeper } from '../store/reference/keeper.ts';
import { sendRead, sendWrite } from '../store/statement.ts';
import { endedSql } from '../store/work/work.ts';

export interface SandboxResetParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly reference: ReferenceKeeper;
}

type Reset = AnswerOf<typeof sandboxReset>;

/**
 * Lets a seller start afresh: its sales are given to a disabled twin, and its clock shows the real day. Nothing is
 * deleted, because the journal and the audit are append-only, and what moves money goes on: a reversal is still made.
 */
export async function resetSeller({ database, clock, reference }: SandboxResetParts, seller: Seller) {
  const removed = await transact(database, (tx) => removeSales(tx, seller.id));
  if (removed === null) return { kind: 'refused', refusals: [{ code: 'BindInProgress', field: '' }] } as const;
  await reference.refresh();
  const fresh = reference.current().sellers.byId.get(seller.id) ?? seller;
  const value: Reset = { today: todayOf(fresh, clock()), applicationsRemoved: removed };
  return { kind: 'ok', value } as const;
}

/** Returns null, and changes nothing, while a bind runs: it would issue a policy of the seller afterwards. */
async function removeSales(tx: Tx, sellerId: string): Promise<number | null> {
  // One reset at a time. From the second lock on no bind begins: a claim needs the application, at its revision.
  await sendWrite(tx, 'SELECT FROM seller WHERE id = :sellerId FOR NO KEY UPDATE', { sellerId });
  await sendWrite(tx, 'SELECT FROM application WHERE seller_id = :sellerId FOR UPDATE', { sellerId });
  if ((await sendRead(tx, runningBind, { sellerId })).rowCount !== 0) return null;
  const twinId = await findTwin(tx, sellerId);
  const { rowCount } = await sendWrite(
    tx,
    'UPDATE application SET seller_id = :twinId, revision = revision + 1 WHERE seller_id = :sellerId',
    { sellerId, twinId },
  );
  for (const table of await tablesOfSales(tx))
    await sendWrite(tx, `UPDATE ${table} SET seller_id = :twinId WHERE seller_id = :sellerId`, { sellerId, twinId });
  // Added up anew: what was the seller's is the twin's.
  await tx.query('UPDATE account_day_until SET until = NULL');
  await tx.query('DELETE FROM account_day');
  await sendWrite(tx, 'DELETE FROM idempotency_key WHERE seller_id = :sellerId', { sellerId });
  await sendWrite(tx, stopCharges, { twinId });
  await sendWrite(tx, dropMails, { twinId });
  await sendWrite(tx, 'UPDATE seller SET today_floor = NULL WHERE id = :sellerId', { sellerId });
  return rowCount ?? 0;
}

const runningBind = `
  SELECT FROM bind
  JOIN application ON application.id = bind.application_id
  WHERE application.seller_id = :sellerId AND bind.state = 'running' AND bind.lease_until > now()
  LIMIT 1`;

/** The disabled seller that has what a seller sold before its resets. A person sees it in the console. */
async function findTwin(tx: Tx, sellerId: string): Promise<string> {
  await sendWrite(
    tx,
    `INSERT INTO seller (integration_id, username, password_hash, name, province, series, payment_methods, is_disabled)
     SELECT integration_id, username || '.reset', password_hash, name || ' (before its reset)', province, series, payment_methods, true
     FROM seller
     WHERE id = :sellerId
     ON CONFLICT DO NOTHING`,
    { sellerId },
  );
  const { rows } = await sendRead<{ id: string }>(
    tx,
    `SELECT twin.id
     FROM seller
     JOIN seller AS twin ON ${isTwinSql}
     WHERE seller.id = :sellerId`,
    { sellerId },
  );
  return rows[0]!.id;
}

/** Every table whose rows belong to a seller's application or policy: by the catalog, so that none is forgotten. */
async function tablesOfSales(tx: Tx): Promise<readonly string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT quote_ident(columns.table_name) AS name
     FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
     GROUP BY columns.table_name
     HAVING bool_or(column_name = 'seller_id') AND bool_or(column_name IN ('application_id', 'policy_number'))
     ORDER BY columns.table_name`,
  );
  return rows.map(({ name }) => name);
}

const stopCharges = `
  UPDATE due_charge SET ${endedSql}
  WHERE seller_id = :twinId AND state IN ('due', 'refused')`;

const dropMails = `
  UPDATE mail SET ${endedSql}, is_dropped = true
  WHERE seller_id = :twinId AND state IN ('due', 'undeliverable')`;
