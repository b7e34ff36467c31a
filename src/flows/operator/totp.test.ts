import assert from 'node:assert/strict';
import test from 'node:test';
import { codeAt, stepOfCode, toBase32 } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test('codes are those of RFC 6238, cut to six digits', () => {
  const published: readonly (readonly [number, string])[] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_234_567_890, '89005924'],
    [20_000_000_000, '65353130'],
  ];
  for (const [seconds, code] of published) assert.equal(codeAt(secret, Math.floor(seconds / 30)), code.slice(2));
});

test('a code is known by its step, half a minute either side and no further', () => {
  const code = codeAt(secret, 100);
  const at = (step: number): Date => new Date(step * 30_000);
  assert.equal(stepOfCode(secret, code, at(99)), 100);
  assert.equal(stepOfCode(secret, code, at(101)), 100);
  assert.equal(stepOfCode(secret, code, at(102)), null);
  assert.equal(stepOfCode(secret, '12345', at(100)), null);
  assert.equal(stepOfCode(secret, 'ééééé1', at(100)), null);
});

test('a secret is written in base 32 as RFC 4648 has it', () => {
  assert.equal(toBase32(Buffer.from('foobar')), 'MZXW6YTBOI');
  assert.equal(toBase32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});
