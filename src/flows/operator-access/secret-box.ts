import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Encrypts small values for the database: AES-256-GCM, with a key that is not stored there. */
export interface SecretBox {
  readonly close: (bytes: Buffer) => Buffer;
  readonly open: (closed: Buffer) => Buffer;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export function makeSecretBox(key: Buffer): SecretBox {
  return {
    close: (bytes) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce);
      const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open: (closed) => {
      const decipher = createDecipheriv(algorithm, key, closed.subarray(0, nonceBytes));
      decipher.setAuthTag(closed.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(closed.subarray(nonceBytes + tagBytes)), decipher.final()]);
    },
  };
}
