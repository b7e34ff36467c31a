import { randomBytes } from 'node:crypto';
import type { Tx } from '../store/database.ts';

/** The sandbox's secret key: created once and stored in its database, so that all instances sign with the same one. */
export async function readSandboxKey(tx: Tx): Promise<string> {
  await tx.query('INSERT INTO sandbox_key (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    'secret',
    randomBytes(32),
  ]);
  const { rows } = await tx.query<{ value: Buffer }>('SELECT value FROM sandbox_key WHERE name = $1', ['secret']);
  return rows[0]!.value.toString('base64');
}
