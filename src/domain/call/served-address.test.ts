import assert from 'node:assert/strict';
import test from 'node:test';
import { servedAt } from './served-address.ts';

test('the configured address comes before the one that the caller named', () => {
  assert.equal(servedAt('https://sales.example.ca/', { protocol: 'http', host: 'x:1' }), 'https://sales.example.ca');
  assert.equal(servedAt(null, { protocol: 'http', host: 'localhost:9000' }), 'http://localhost:9000');
  assert.equal(servedAt(null, { protocol: 'https', host: '[::1]:9000' }), 'https://[::1]:9000');
});

test('a Host that is no host is not repeated', () => {
  for (const host of ['', 'a b', '"><script>', 'a/b', 'a@b', 'a:123456', '[x]', '$(id)', 'a'.repeat(254)])
    assert.equal(servedAt(null, { protocol: 'http', host }), null, host);
});
