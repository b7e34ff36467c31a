import type { Log } from '../../domain/log.ts';
import type { Database } from '../../store/database.ts';
import { listSealedSecrets, replaceSealedSecret, type SealedSecret } from '../../store/operator/operator-account.ts';
import type { SecretBox } from '../credential/secret-box.ts';

/** Encrypts authenticators that the previous key has closed with the current one, so that the previous one can go. */
export async function resealAuthenticators(database: Database, box: SecretBox, log: Log): Promise<void> {
  let resealed = 0;
  for (const sealed of await findSealedBefore(database, box)) {
    const secret = openOrNull(box, sealed.totpSecret);
    if (secret !== null && (await replaceSealedSecret(database, sealed, box.close(secret)))) resealed += 1;
  }
  if (resealed > 0) log.info('authenticators encrypted with the current key', { count: resealed });
}

/** Returns the authenticators that the current key can't open. */
export async function findSealedBefore(database: Database, box: SecretBox): Promise<readonly SealedSecret[]> {
  return (await listSealedSecrets(database)).filter(({ totpSecret }) => !box.isCurrent(totpSecret));
}

function openOrNull(box: SecretBox, closed: Buffer): Buffer | null {
  try {
    return box.open(closed);
  } catch {
    return null; // By a key that is not known any more. Doctor names it.
  }
}
