import { hkdfSync } from 'node:crypto';

/** One secret is configured; each use gets a key of its own, so that none can be replayed as another. */
export interface Keys {
  readonly tokens: string;
  readonly vehicleIds: string;
  /** Closes the secrets of operators' authenticators. */
  readonly operators: string;
}

export function deriveKeys(secret: string): Keys {
  const derive = (purpose: string): string =>
    Buffer.from(hkdfSync('sha256', secret, 'northbind', purpose, 32)).toString('base64');
  return { tokens: derive('tokens'), vehicleIds: derive('vehicle ids'), operators: derive('operators') };
}
