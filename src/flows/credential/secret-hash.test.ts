import assert from 'node:assert/strict';
import test from 'node:test';
import { makeSecretHasher, type SecretHasher } from './secret-hash.ts';

const caller = { lane: 'known', address: '192.0.2.1', name: 'partner' } as const;
const cheapCost = { memory: 64, passes: 1 };
const match = (hasher: SecretHasher, secret: string, ...stored: (string | null)[]): Promise<string | null> =>
  hasher.judge(caller, (one) => one(secret, stored));

test('a hash says what it cost, and costs what OWASP asks for at least', async () => {
  assert.match(await makeSecretHasher().hash('secret'), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
});

test('a hash of another cost is still understood', async () => {
  const cheap = await makeSecretHasher({ cost: cheapCost }).hash('secret');
  assert.equal(await match(makeSecretHasher(), 'secret', cheap), cheap);
  assert.equal(await match(makeSecretHasher(), 'Secret', cheap), null);
  assert.equal(await match(makeSecretHasher(), 'secret', null), null);
});

test('a secret and the one that it replaced are compared by one hash', async () => {
  const hasher = makeSecretHasher({ cost: cheapCost });
  const before = await hasher.hash('before');
  const after = await hasher.hash('after', before);
  for (const [secret, found] of [
    ['before', before],
    ['after', after],
    ['neither', null],
  ] as const) {
    const counted = hasher.hashCount();
    assert.equal(await match(hasher, secret, after, before), found);
    assert.equal(hasher.hashCount() - counted, 1, secret);
  }
});

test('a published secret never matches, and takes as long', async () => {
  const hash = await makeSecretHasher({ cost: cheapCost }).hash('published');
  const strict = makeSecretHasher({ cost: cheapCost, published: new Set(['published']) });
  assert.equal(await match(strict, 'published', hash), null);
  assert.equal(strict.hashCount(), 1);
});
