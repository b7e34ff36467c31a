import { Buffer } from 'node:buffer';
import { createPrivateKey, KeyObject, sign, type webcrypto } from 'node:crypto';

const lifetimeSeconds = 60;

/** A proof that the client has its private key, for one request for a token (RFC 7523). */
export function signAssertion(clientId: string, audience: string, privateKey: string | object): string {
  const key = readKey(privateKey);
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: audience,
    jti: crypto.randomUUID(),
    iat: now,
    exp: now + lifetimeSeconds,
  };
  const signed = [{ alg: algorithmOf(key), typ: 'JWT' }, claims].map(encoded).join('.');
  // A signature of an elliptic curve is two numbers in a JWT, and not DER.
  const signature = sign(hashOf(key), Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

function readKey(given: string | object): KeyObject {
  if (given instanceof KeyObject) return given;
  if (typeof given === 'string') return createPrivateKey(given);
  return createPrivateKey({ key: given as webcrypto.JsonWebKey, format: 'jwk' });
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  if (asymmetricKeyType === 'rsa') return 'RS256';
  if (asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (asymmetricKeyDetails?.namedCurve === 'prime256v1') return 'ES256';
  throw new TypeError('privateKey must be an RSA, P-256 or Ed25519 key.');
}

function hashOf({ asymmetricKeyType }: KeyObject): 'sha256' | null {
  return asymmetricKeyType === 'ed25519' ? null : 'sha256';
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
