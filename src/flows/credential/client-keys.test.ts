import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import test from 'node:test';
import { readClientKey, readClientKeys } from './client-keys.ts';

const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' });
const rsa = (modulusLength: number, publicExponent = 65_537) =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent }).publicKey.export({ format: 'jwk' });
const ed25519 = generateKeyPairSync('ed25519');
const good = { p256: ec('P-256'), rsa: rsa(2_048), ed25519: ed25519.publicKey.export({ format: 'jwk' }) };

test('RSA of 2048 bits, P-256 and Ed25519 are taken, each with one algorithm', () => {
  assert.deepEqual(
    Object.values(good).map((jwk) => readClientKey(jwk)?.algorithm),
    ['ES256', 'RS256', 'EdDSA'],
  );
  assert.deepEqual(readClientKey({ ...good.p256, use: 'sig', alg: 'ES256', kid: '1' })?.jwk, good.p256);
});

test('keys by which anyone could sign are refused', () => {
  const small = [
    '00'.repeat(32),
    `01${'00'.repeat(31)}`,
    `01${'00'.repeat(30)}80`,
    `ec${'ff'.repeat(30)}7f`,
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  ];
  for (const jwk of [
    rsa(512),
    rsa(1_024),
    rsa(2_048, 3),
    { ...good.rsa, e: 'AQ' },
    { ...good.rsa, e: 'AQAA' },
    ...small.map((x) => ({ ...good.ed25519, x: Buffer.from(x, 'hex').toString('base64url') })),
  ])
    assert.equal(readClientKey(jwk), null, JSON.stringify(jwk));
});

test('keys that could never be used are refused', () => {
  for (const jwk of [
    ec('secp256k1'),
    ec('P-384'),
    generateKeyPairSync('ed448').publicKey.export({ format: 'jwk' }),
    generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' }),
    ed25519.privateKey.export({ format: 'jwk' }),
    { ...good.p256, y: good.p256.x },
    { ...good.p256, use: 'enc' },
    { ...good.rsa, alg: 'PS256' },
    { ...good.rsa, e: Buffer.alloc(256, 0xff).toString('base64url') },
    { kty: 'oct', k: 'c2VjcmV0' },
    { kty: 'RSA' },
    {},
    [],
    null,
    'key',
  ])
    assert.equal(readClientKey(jwk), null, JSON.stringify(jwk));
});

test('a key, a set of up to five and an empty set are read; anything else is not', () => {
  const count = (text: string) => readClientKeys(text)?.length ?? null;
  const setOf = (...keys: unknown[]) => JSON.stringify({ keys });
  assert.equal(count(JSON.stringify(good.p256)), 1);
  assert.equal(count(setOf(good.p256, good.rsa)), 2);
  assert.equal(count(setOf()), 0);
  assert.equal(count(setOf(...Array(6).fill(good.p256))), null);
  for (const text of ['', 'x', 'null', '[]', '"x"', '{"keys":null}', '{"keys":{}}', setOf(null), setOf(good.p256, {})])
    assert.equal(count(text), null, text);
});
