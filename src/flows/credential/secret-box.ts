import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Log } from '../../domain/log.ts';

/** Encrypts small values for the database: AES-256-GCM, with a key that is not stored there. */
export interface SecretBox {
  readonly close: (bytes: Buffer) => Buffer;
  /** Returns null if no key of ours has closed it: it is of a key that was lost, or of another database. */
  readonly open: (closed: Buffer) => Buffer | null;
  /** Whether the current key has closed it. */
  readonly isCurrent: (closed: Buffer) => boolean;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** The first key closes; during a change of keys, the second still opens. */
export function makeSecretBox(key: Buffer, previous: Buffer | null = null): SecretBox {
  return {
    close: (bytes) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce);
      const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open: (closed) => openWith(key, closed) ?? (previous && openWith(previous, closed)),
    isCurrent: (closed) => openWith(key, closed) !== null,
  };
}

/** Returns null if another key has closed it. */
function openWith(key: Buffer, closed: Buffer): Buffer | null {
  const decipher = createDecipheriv(algorithm, key, closed.subarray(0, nonceBytes));
  decipher.setAuthTag(closed.subarray(nonceBytes, nonceBytes + tagBytes));
  const body = decipher.update(closed.subarray(nonceBytes + tagBytes));
  try {
    return Buffer.concat([body, decipher.final()]);
  } catch {
    return null; // All that `final` reports is that the tag does not match.
  }
}

/** A secret as it is kept, and how to keep it otherwise; false if somebody else has changed it meanwhile. */
export interface SealedSecret {
  readonly sealed: Buffer;
  readonly replace: (sealed: Buffer) => Promise<boolean>;
}

/**
 * Encrypts what the previous key has closed with the current one, so that the previous one can go. What neither key
 * opens stays as it is.
 */
export async function reseal(
  { box, log }: { readonly box: SecretBox; readonly log: Log },
  what: string,
  secrets: readonly SealedSecret[],
): Promise<void> {
  let resealed = 0;
  for (const { sealed, replace } of secrets) {
    const secret = box.isCurrent(sealed) ? null : box.open(sealed);
    if (secret !== null && (await replace(box.close(secret)))) resealed += 1;
  }
  if (resealed > 0) log.info(`${what} encrypted with the current key`, { count: resealed });
}
