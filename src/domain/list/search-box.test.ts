import assert from 'node:assert/strict';
import test from 'node:test';
import { readSearch } from './search-box.ts';

test('what is typed is recognised by its form', () => {
  assert.deepEqual(readSearch(' nb100000017 '), { kind: 'policy number', policyNumber: 'NB100000017' });
  assert.deepEqual(readSearch('019A0B1C-2D3E-7F40-8123-456789ABCDEF'), {
    kind: 'id',
    id: '019a0b1c-2d3e-7f40-8123-456789abcdef',
  });
  assert.deepEqual(readSearch('2t3rfrev7'), { kind: 'vin', beginning: '2T3RFREV7' });
  assert.deepEqual(readSearch('Jean@Exemple.ca'), { kind: 'email', beginning: 'jean@exemple.ca' });
  assert.deepEqual(readSearch('Tremb'), { kind: 'name', beginnings: ['tremb'] });
});

test('a phone number is known however it is written, and is no number of a company', () => {
  for (const text of ['416-555-0142', '(416) 555 0142', '+1 416.555.0142', '14165550142'])
    assert.deepEqual(readSearch(text), { kind: 'phone', digits: '4165550142' }, text);
  assert.equal(readSearch('416-555-014')?.kind, 'name');
});

test('a name of two words is looked for in both orders, and one with a last name of several words, too', () => {
  assert.deepEqual(readSearch('Jean Tremblay'), { kind: 'name', beginnings: ['jean tremblay', 'tremblay jean'] });
  assert.deepEqual(readSearch('María de la Cruz'), {
    kind: 'name',
    beginnings: ['maria de la cruz', 'cruz maria de la', 'de la cruz maria'],
  });
});

test('five letters are a name and no VIN; four signs of a VIN are a name; a numbered company is a name', () => {
  assert.equal(readSearch('singh')?.kind, 'name');
  assert.equal(readSearch('2T3R')?.kind, 'name');
  assert.deepEqual(readSearch('9123-4567'), { kind: 'name', beginnings: ['9123 4567', '4567 9123'] });
});

test('what is too short to find anything by is no search', () => {
  for (const text of ['', '  ', 'a', '@', 'a@', '!!', "'"]) assert.equal(readSearch(text), null, text);
  assert.notEqual(readSearch('Li'), null);
  assert.notEqual(readSearch('a@b'), null);
});
