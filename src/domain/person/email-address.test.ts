import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { isEmailAddress } from './email-address.ts';

test('addresses that people have pass, in any script', () => {
  for (const text of [
    'marie@example.ca',
    'marie.tremblay+auto@mail.example.co.uk',
    "o'brien@example.ca",
    'a@b.co',
    'x_y-z@example-motors.ca',
    'marie@xn--exmple-cua.ca',
    'élodie@exemple.ca',
    'élodie@québec-auto.ca',
    'елена@почта.рф',
    '用户@例子.公司',
    'उपयोगकर्ता@उदाहरण.भारत',
    `${'a'.repeat(64)}@example.ca`,
    'MARIE@EXAMPLE.CA',
    '1234@123.ca',
  ]) {
    assert.equal(isEmailAddress(text), true, text);
  }
});

test('what cannot be delivered, or could carry more than an address, is refused', () => {
  for (const text of [
    '',
    '@',
    'marie',
    'marie@',
    '@example.ca',
    'marie@example',
    'marie@localhost',
    'marie@@example.ca',
    'a@b@example.ca',
    'marie @example.ca',
    ' marie@example.ca',
    'marie@example.ca ',
    'marie@exam ple.ca',
    'marie@example..ca',
    'marie@.example.ca',
    'marie@example.ca.',
    'marie@-example.ca',
    'marie@example-.ca',
    'marie@example.c',
    'marie@192.168.0.1',
    'marie@[192.168.0.1]',
    '.marie@example.ca',
    'marie.@example.ca',
    'ma..rie@example.ca',
    '"marie t"@example.ca',
    'Marie <marie@example.ca>',
    'marie@example.ca,paul@example.ca',
    'marie@example.ca;paul@example.ca',
    'marie@example.ca\r\nBcc: paul@example.ca',
    'marie\n@example.ca',
    'marie@example.ca\u0000',
    'marie\u2028@example.ca',
    'marie@example\u3002ca',
    'marie\ud800@example.ca',
    `${'a'.repeat(65)}@example.ca`,
    `marie@${'a'.repeat(64)}.ca`,
    `marie@${'a.'.repeat(125)}ca`,
  ]) {
    assert.equal(isEmailAddress(text), false, JSON.stringify(text));
  }
});

test('no accepted text holds white space, a control character or a separator of addresses', () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary', maxLength: 60 })), (text) => {
      if (isEmailAddress(text)) assert.doesNotMatch(text, /[\s\p{C}<>,;:"\\()[\]]/u);
    }),
  );
});
