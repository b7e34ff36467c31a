import { createPublicKey, type KeyObject, type webcrypto } from 'node:crypto';
import { createVerifier, TokenError } from 'fast-jwt';

/** A public key by which a client's assertions are verified, and the only algorithm it is used with. */
export interface ClientKey {
  readonly algorithm: ClientAlgorithm;
  readonly pem: string;
  /** What is stored: the public key alone, without what the client has written beside it. */
  readonly jwk: object;
}

export const clientAlgorithms = ['ES256', 'RS256', 'EdDSA'] as const;
type ClientAlgorithm = (typeof clientAlgorithms)[number];

const keysMax = 5;

/**
 * Returns the keys of a JSON Web Key or a set of them; null if one can't be used or is a private one. An empty set is
 * no fault: it takes a client's keys away.
 */
export function readClientKeys(text: string): readonly ClientKey[] | null {
  const given = jsonOf(text);
  const keys = isRecord(given) && 'keys' in given ? given.keys : [given];
  if (!Array.isArray(keys) || keys.length > keysMax) return null;
  const read = keys.map(readClientKey);
  return read.every((key) => key !== null) ? read : null;
}

/**
 * Returns null for a key that proves nothing or can't be used: an RSA key that is short or whose exponent is so small
 * that anyone can sign (with e = 1 a signature is the message), another curve, a point for which signatures can be made
 * up.
 */
export function readClientKey(jwk: unknown): ClientKey | null {
  if (!isRecord(jwk) || 'd' in jwk) return null;
  const key = publicKeyOf(jwk);
  const algorithm = key && algorithmOf(key);
  if (!key || !algorithm) return null;
  // A key that is meant for something else would never verify what its owner signs.
  if ((jwk.use ?? 'sig') !== 'sig' || (jwk.alg ?? algorithm) !== algorithm) return null;
  const read = { algorithm, pem: key.export({ type: 'spki', format: 'pem' }), jwk: key.export({ format: 'jwk' }) };
  return isUsable(read) ? read : null;
}

function algorithmOf(key: KeyObject): ClientAlgorithm | null {
  const { modulusLength = 0, publicExponent = 0n, namedCurve } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'rsa': {
      const isLongEnough = modulusLength >= modulusBitsMin && modulusLength <= modulusBitsMax;
      const isSound = publicExponent >= exponentMin && publicExponent <= exponentMax && publicExponent % 2n === 1n;
      return isLongEnough && isSound ? 'RS256' : null;
    }
    case 'ec':
      return namedCurve === 'prime256v1' ? 'ES256' : null;
    case 'ed25519':
      return isOfSmallOrder(key.export({ format: 'jwk' })) ? null : 'EdDSA';
    default:
      return null;
  }
}

// NIST SP 800-131A; larger ones and larger exponents only cost time at every sign-in.
const modulusBitsMin = 2_048;
const modulusBitsMax = 8_192;
const exponentMin = 65_537n;
const exponentMax = 2n ** 32n;

/** Whether the point, without its sign, is one of the few by which signatures can be made without a private key. */
function isOfSmallOrder({ x = '' }: webcrypto.JsonWebKey): boolean {
  const point = Buffer.from(x, 'base64url');
  point[31]! &= 0x7f;
  return smallOrder.has(point.toString('hex'));
}

// The points of order 1, 2, 4 and 8, also as they are written beyond the prime.
const smallOrder: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);

/** Tries the key as a sign-in does. It must find the signature wrong, and not fail at anything else. */
function isUsable({ algorithm, pem }: ClientKey): boolean {
  const parts = [JSON.stringify({ alg: algorithm }), JSON.stringify({})].map(encoded);
  const unsigned = `${parts.join('.')}.${encoded('x'.repeat(64))}`;
  try {
    createVerifier({ key: pem, algorithms: [algorithm], cache: false })(unsigned);
    return false;
  } catch (error) {
    return error instanceof TokenError && error.code === TokenError.codes.invalidSignature;
  }
}

const encoded = (text: string): string => Buffer.from(text).toString('base64url');

function publicKeyOf(jwk: object): KeyObject | null {
  try {
    return createPublicKey({ key: jwk as webcrypto.JsonWebKey, format: 'jwk' });
  } catch {
    return null; // OpenSSL names a dozen faults; to the operator they are all one.
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
