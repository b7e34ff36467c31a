import assert from 'node:assert/strict';
import test from 'node:test';
import { readPersonKey } from './person-key.ts';

test('a person is found by an e-mail address, a telephone number or a policy number, however it is typed', () => {
  assert.deepEqual(readPersonKey(' Marie@Example.ca '), { by: 'e-mail address', value: 'marie@example.ca' });
  for (const typed of ['613-555-0142', '+1 (613) 555-0142', '16135550142', '613.555.0142'])
    assert.deepEqual(readPersonKey(typed), { by: 'phone number', value: '6135550142' }, typed);
  assert.deepEqual(readPersonKey('nb100000018'), { by: 'policy number', value: 'NB100000018' });
});

test('a name, a part of a number and an empty text find nobody', () => {
  for (const typed of ['', 'Tremblay', '555-0142', 'NB12', '613-555-0142 call me', '1'.repeat(40)])
    assert.equal(readPersonKey(typed), null, typed);
});
