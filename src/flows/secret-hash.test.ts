import assert from 'node:assert/strict';
import test from 'node:test';
import { makeSecretHasher } from './secret-hash.ts';

test('a hash says what it cost, and costs what OWASP asks for at least', async () => {
  assert.match(await makeSecretHasher().hash('secret'), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
});

test('a hash of another cost is still understood', async () => {
  const cheap = await makeSecretHasher({ memory: 64, passes: 1 }).hash('secret');
  assert.equal(await makeSecretHasher().matches('secret', cheap), true);
  assert.equal(await makeSecretHasher().matches('Secret', cheap), false);
  assert.equal(await makeSecretHasher().matches('secret', null), false);
});
