import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with the usual parameters: SHA-1, six digits, a new code every 30 seconds. */
const stepSeconds = 30;
// Allows for a clock that is half a minute off.
const stepsAside = 1;

/** Returns the time step of the code; null if it matches none around now. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const current = Math.floor(now.getTime() / 1_000 / stepSeconds);
  for (let step = current - stepsAside; step <= current + stepsAside; step += 1) {
    if (timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))) return step;
  }
  return null;
}

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest[19]! & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The form in which the secret is typed into an authenticator. */
export function toBase32(bytes: Buffer): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  const letters = Math.ceil((bytes.length * 8) / 5);
  bits <<= BigInt(letters * 5 - bytes.length * 8);
  return Array.from(
    { length: letters },
    (_, place) => alphabet[Number((bits >> BigInt((letters - 1 - place) * 5)) & 31n)],
  ).join('');
}
