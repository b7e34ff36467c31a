import assert from 'node:assert/strict';
import test from 'node:test';
import { maskAddressesIn, maskEmail, maskName, maskPhone, maskRow, seesPeople } from './mask.ts';

test('only a viewer does not see people', () => {
  assert.deepEqual(
    ['viewer', 'support', 'admin'].map((role) => seesPeople(role as 'viewer')),
    [false, true, true],
  );
});

test('of a name the first letters stay, in any script', () => {
  assert.equal(maskName('Marie-Ève Tremblay'), 'M••• T•••');
  assert.equal(maskName('李 小龍'), '李••• 小•••');
  assert.equal(maskName('𠮷野'), '𠮷•••');
  assert.equal(maskName(''), '');
});

test('of an e-mail address the first letter and the last part of the domain stay', () => {
  assert.equal(maskEmail('jean.tremblay@courriel.exemple.ca'), 'j•••@•••.ca');
  assert.equal(maskEmail('"a@b"@exemple.ca'), '"•••@•••.ca');
  assert.equal(maskEmail('x@localhost'), 'x•••@•••');
  assert.equal(maskEmail('nothing'), '•••');
});

test('of a phone number two digits stay', () => {
  assert.equal(maskPhone('+1 (416) 555-0142'), '•••42');
});

test('an address inside a sentence is masked, and the sentence stays', () => {
  assert.equal(maskAddressesIn('550 <jean@exemple.ca>: no such mailbox'), '550 <j•••@•••.ca>: no such mailbox');
});

test('a row without an e-mail address gets none', () => {
  assert.deepEqual(maskRow({ applicantName: 'Jean Roy', id: 1 }), { applicantName: 'J••• R•••', id: 1 });
});
