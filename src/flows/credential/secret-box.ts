import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Encrypts small values for the database: AES-256-GCM, with a key that is not stored there. */
export interface SecretBox {
  readonly close: (bytes: Buffer) => Buffer;
  /** Throws if no key of ours has closed it. */
  readonly open: (closed: Buffer) => Buffer;
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
    open: (closed) => {
      const bytes = openWith(key, closed) ?? (previous && openWith(previous, closed));
      if (bytes === null) throw new Error('It was closed with another SECRET_KEY.');
      return bytes;
    },
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
