import type { Log } from '../../domain/log.ts';
import type { Database } from '../../store/database.ts';
import { listSealedSecrets, replaceSealedSecret, type SealedSecret } from '../../store/operator/operator-account.ts';
import { reseal, type SecretBox } from '../credential/secret-box.ts';

export async function resealAuthenticators(database: Database, box: SecretBox, log: Log): Promise<void> {
  const authenticators = await findSealedBefore(database, box);
  const secrets = authenticators.map((one) => ({
    sealed: one.totpSecret,
    replace: (after: Buffer) => replaceSealedSecret(database, one, after),
  }));
  await reseal({ box, log }, 'authenticators', secrets);
}

/** Returns the authenticators that the current key can't open. */
export async function findSealedBefore(database: Database, box: SecretBox): Promise<readonly SealedSecret[]> {
  return (await listSealedSecrets(database)).filter(({ totpSecret }) => !box.isCurrent(totpSecret));
}
