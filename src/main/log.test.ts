import assert from 'node:assert/strict';
import test from 'node:test';
import { withoutSecrets } from './log.ts';
import { Secret } from './secret.ts';

test('a known name of a secret is cut out of a line, at the top and one level down', () => {
  class Party {
    readonly name = 'lender';
    readonly accountNumber = '1234567';
  }
  assert.deepEqual(withoutSecrets({ password: 'p', body: { ticket: 't', id: 1 }, party: new Party() }), {
    password: '[secret]',
    body: { ticket: '[secret]', id: 1 },
    party: { name: 'lender', accountNumber: '[secret]' },
  });
});

test('everything else is logged as it is', () => {
  const facts = { status: 200, codes: ['VinInvalid'], sellerId: null, at: new Date(0), url: new Secret('s') };
  assert.equal(JSON.stringify(withoutSecrets(facts)), JSON.stringify(facts));
});
