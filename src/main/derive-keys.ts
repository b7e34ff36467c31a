import { hkdfSync } from 'node:crypto';

/**
 * Derives a separate key for each use from the one configured secret, so that a value signed for one can't be used for
 * another.
 */
export function deriveKeys(secret: string) {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'northbind', purpose, 32));
  return {
    tokens: derive('tokens').toString('base64'),
    vehicleIds: derive('vehicle ids').toString('base64'),
    /** Encrypts the secrets of operators' authenticators. */
    operators: derive('operators'),
    webhooks: derive('webhooks'),
    /** Encrypts the answers that are kept under partners' idempotency keys. */
    answers: derive('answers'),
    /** Encrypts the secrets of payment links. */
    links: derive('payment links'),
    /** Says which key it is, and nothing of it. */
    fingerprint: derive('fingerprint').toString('hex').slice(0, 16),
  };
}
