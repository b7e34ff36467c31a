import { hkdfSync } from 'node:crypto';

/**
 * Derives a separate key for each use from the one configured secret, so that a value signed for one can't be used for
 * another.
 */
export interface Keys {
  readonly tokens: string;
  readonly vehicleIds: string;
  /** Encrypts the secrets of operators' authenticators. */
  readonly operators: Buffer;
  /** Encrypts the secrets of webhook endpoints. */
  readonly webhooks: Buffer;
  /** Encrypts the answers that are kept under partners' idempotency keys. */
  readonly answers: Buffer;
}

export function deriveKeys(secret: string): Keys {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'northbind', purpose, 32));
  return {
    tokens: derive('tokens').toString('base64'),
    vehicleIds: derive('vehicle ids').toString('base64'),
    operators: derive('operators'),
    webhooks: derive('webhooks'),
    answers: derive('answers'),
  };
}
