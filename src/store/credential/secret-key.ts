import type { Tx } from '../database.ts';
import { read, write } from '../statement.ts';

/**
 * Says whether an instance may start with these keys, the current one first, and writes them down: the first key of a
 * database, or one that comes beside a known one. Once an instance has started with the newest alone, the others are
 * forgotten. In a transaction: two first instances with two keys are not both the first.
 */
export async function admitSecretKeys(tx: Tx, fingerprints: readonly string[]): Promise<boolean> {
  await lockKeys(tx);
  const known = await listKeys(tx);
  if (known.length > 0 && !known.some((one) => fingerprints.includes(one))) return false;
  await insertKeys(tx, { fingerprints });
  const [only, ...others] = fingerprints;
  if (only !== undefined && others.length === 0 && known[0] === only) await forgetOthers(tx, { fingerprint: only });
  return true;
}

const lockKeys = write.runs(null, 'LOCK TABLE secret_key IN SHARE ROW EXCLUSIVE MODE');

/** The newest first. */
const listKeys = read.allValues<string>(null, 'SELECT fingerprint FROM secret_key ORDER BY known_at DESC, fingerprint');

const insertKeys = write.runs<[{ readonly fingerprints: readonly string[] }]>(
  null,
  'INSERT INTO secret_key (fingerprint) SELECT unnest(:fingerprints::text[]) ON CONFLICT DO NOTHING',
);

const forgetOthers = write.runs<[{ readonly fingerprint: string }]>(
  null,
  'DELETE FROM secret_key WHERE fingerprint <> :fingerprint',
);

/** Forgets a key that was lost: the next instance that starts brings the new one. */
export const forgetSecretKeys = write.runs(null, 'DELETE FROM secret_key');
