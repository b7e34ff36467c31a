import type { Log } from '../domain/log.ts';
import { makeSecretBox } from '../flows/credential/secret-box.ts';
import { resealWebhookSecrets } from '../flows/event/webhook-endpoints.ts';
import { resealAuthenticators } from '../flows/operator/change-key.ts';
import { resealSaleLinks } from '../flows/sale-link/sale-links.ts';
import { resealLinks } from '../flows/unpaid/ensure-link.ts';
import { readSandboxKey } from '../sandbox/keys.ts';
import { admitSecretKeys } from '../store/credential/secret-key.ts';
import { type Database, transact } from '../store/database.ts';
import { type Config, ConfigError } from './config.ts';
import { deriveKeys } from './derive-keys.ts';
import type { Metrics } from './metrics.ts';

export interface KeysParts {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly metrics: Metrics;
}

const otherKey =
  'SECRET_KEY is not that of the other instances of this database: half of all calls would be answered 401. Set the same one; to change it, go by both (docs/guide/operate.md); if it is lost, run npx northbind forget-key first.';

/** During a change of `SECRET_KEY` the previous key is accepted, and its use is counted. */
export async function openKeys({ config, log, database, metrics }: KeysParts) {
  const [secret, secretBefore] = config.secretKeys ?? [];
  const current = deriveKeys(secret?.reveal() ?? (await readSandboxKey(database)));
  const before = secretBefore === undefined ? null : deriveKeys(secretBefore.reveal());
  if (config.mode === 'production') {
    const fingerprints = [current, before].flatMap((keys) => keys?.fingerprint ?? []);
    if (!(await transact(database, (tx) => admitSecretKeys(tx, fingerprints)))) throw new ConfigError([otherKey]);
  }
  const pair = (use: 'tokens' | 'vehicleIds') => ({
    key: current[use],
    previousKey: before && { key: before[use], onUse: () => metrics.previousKeyUsed(use) },
  });
  const box = makeSecretBox(current.operators, before?.operators);
  const webhookBox = makeSecretBox(current.webhooks, before?.webhooks);
  // Not sealed anew: what the previous key has closed is forgotten after a day.
  const answerBox = makeSecretBox(current.answers, before?.answers);
  const linkBox = makeSecretBox(current.links, before?.links);
  if (before !== null) {
    await resealAuthenticators(database, box, log);
    await resealWebhookSecrets(database, webhookBox, log);
    await resealLinks(database, linkBox, log);
    await resealSaleLinks(database, linkBox, log);
  }
  return { tokens: pair('tokens'), vehicleIds: pair('vehicleIds'), box, webhookBox, answerBox, linkBox };
}
