import { randomBytes } from 'node:crypto';
import type { Tx } from '../store/database.ts';
import { sendRead, sendWrite } from '../store/statement.ts';

/** The sandbox's secret key: created once and stored in its database, so that all instances sign with the same one. */
export async function readSandboxKey(tx: Tx): Promise<string> {
  await sendWrite(tx, `INSERT INTO sandbox_key (name, value) VALUES ('secret', :value) ON CONFLICT (name) DO NOTHING`, {
    value: randomBytes(32),
  });
  const { rows } = await sendRead<{ value: Buffer }>(tx, `SELECT value FROM sandbox_key WHERE name = 'secret'`);
  return rows[0]!.value.toString('base64');
}
