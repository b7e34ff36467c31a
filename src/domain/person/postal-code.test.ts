import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { provinces } from '../province.ts';
import { isPostalCodeIn, parsePostalCode, provincesOfPostalCode } from './postal-code.ts';

test('a postal code is read in every usual spelling and printed in one', () => {
  for (const text of ['k1a0b1', 'K1A 0B1', 'K1A-0B1', ' k1A  0b1 ', 'K1A\u00a00B1', 'K1A\u20110B1']) {
    assert.equal(parsePostalCode(text), 'K1A 0B1', text);
  }
});

test('what cannot be a postal code is not read as one', () => {
  const bad = ['', 'K1A', 'K1A 0B', 'K1A 0B12', 'KK1 0B1', '90210', 'K1A--0B1', 'K1A - 0B1', 'K 1A0B1', '１K1A 0B1'];
  for (const text of [...bad, 'ſ7K 0A1', 'K1A 0B1\n\nx', 'K１A 0B1']) assert.equal(parsePostalCode(text), null, text);
});

test('D, F, I, O, Q and U are never used, W and Z never first', () => {
  for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
    const neverUsed = 'DFIOQU'.includes(letter);
    assert.equal(parsePostalCode(`${letter}1A 0B1`) === null, neverUsed || 'WZ'.includes(letter), letter);
    assert.equal(parsePostalCode(`K1${letter} 0B1`) === null, neverUsed, letter);
    assert.equal(parsePostalCode(`K1A 0${letter}1`) === null, neverUsed, letter);
  }
});

test('the first letter names the province; X serves two territories', () => {
  assert.deepEqual(provincesOfPostalCode('K1A 0B1'), ['ON']);
  assert.deepEqual(provincesOfPostalCode('X0A 0H0'), ['NT', 'NU']);
  assert.equal(isPostalCodeIn('H2Y 1C6', 'QC'), true);
  assert.equal(isPostalCodeIn('H2Y 1C6', 'ON'), false);
  const reached = new Set([...'ABCEGHJKLMNPRSTVXY'].flatMap((letter) => provincesOfPostalCode(`${letter}1A 0B1`)));
  assert.deepEqual([...reached].sort(), [...provinces]);
});

test("an operator's exception adds a province and takes none away", () => {
  const exceptions = [{ startsWith: 'k1a 0', province: 'QC' } as const];
  assert.deepEqual(provincesOfPostalCode('K1A 0B1', exceptions), ['ON', 'QC']);
  assert.deepEqual(provincesOfPostalCode('K1A 1B1', exceptions), ['ON']);
  assert.deepEqual(provincesOfPostalCode('K1A 0B1', [{ startsWith: ' ', province: 'QC' }]), ['ON']);
});

test('any text is either refused or printed in a form that reads back as itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
      const parsed = parsePostalCode(text);
      if (parsed !== null) assert.equal(parsePostalCode(parsed), parsed);
    }),
  );
});
