import { hkdfSync } from 'node:crypto';

/**
 * Derives a separate key for each use from the one configured secret, so that a value signed for one can't be used for
 * another.
 */
export interface Keys {
  readonly tokens: string;
  readonly vehicleIds: string;
  /** Encrypts the secrets of operators' authenticators. */
  readonly operators: string;
  /** Encrypts the secrets of webhook endpoints. */
  readonly webhooks: string;
}

export function deriveKeys(secret: string): Keys {
  const derive = (purpose: string): string =>
    Buffer.from(hkdfSync('sha256', secret, 'northbind', purpose, 32)).toString('base64');
  return {
    tokens: derive('tokens'),
    vehicleIds: derive('vehicle ids'),
    operators: derive('operators'),
    webhooks: derive('webhooks'),
  };
}
