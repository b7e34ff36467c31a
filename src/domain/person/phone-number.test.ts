import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { isPhoneNumber } from './phone-number.ts';

test('a number of 10 to 15 digits passes however it is punctuated', () => {
  for (const text of [
    '6135550142',
    '+44 20 7946 0958',
    '+33 1 23 45 67 89',
    '514-123-4567',
    '+123456789012345',
    '613-555-0142',
    '(613) 555-0142',
    '613.555.0142',
    '613 555 0142',
    '+16135550142',
    '+1 (613) 555-0142',
    '+ 1 613 555 0142',
    '1-613-555-0142',
    '1 (613)555.0142',
    '613–555–0142',
    '613\u00a0555\u00a00142',
    ' 613/555-0142 ',
    '613-555-0142 ext 12',
    '613-555-0142 ext. 12',
    '613-555-0142 Extension 1234',
    '613-555-0142x12',
    '613-555-0142, poste 12',
    '613-555-0142 #12',
    '\u202a613-555-0142\u202c',
  ]) {
    assert.equal(isPhoneNumber(text), true, text);
  }
});

test('what is no such number is refused', () => {
  for (const text of [
    '',
    'none',
    '555-0142',
    '613555014',
    '+1234567890123456',
    '613-555-0142 call me',
    '613-555-0142 ext',
    '613-555-0142\r\nBcc: x',
    '٦١٣٥٥٥٠١٤٢',
    '++16135550142',
  ]) {
    assert.equal(isPhoneNumber(text), false, text);
  }
});

test('any text is judged without failing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => typeof isPhoneNumber(text) === 'boolean'),
  );
  assert.equal(isPhoneNumber('('.repeat(60_000)), false);
  assert.equal(isPhoneNumber(`6135550142${' '.repeat(60_000)}!`), false);
});
