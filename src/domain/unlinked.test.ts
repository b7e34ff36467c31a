import assert from 'node:assert/strict';
import test from 'node:test';
import { unlinked } from './unlinked.ts';

// What programs take for an address: a scheme, a host with a dot in it, or a mailbox.
const address = /[a-z]+:\/|[\p{L}\p{N}-]\.\p{L}{2}|\S@[\p{L}\p{N}]/iu;

test('nothing that a program could take for an address is left, and it looks the same', () => {
  for (const text of [
    'https://evil.example/a?b=c',
    'Win at www.evil.example now',
    'evil.ca',
    'jo@evil.example',
    'http://1.2.3.4/x',
    'HTTPS://EVIL.CA',
    'пример.рф',
  ]) {
    assert.doesNotMatch(unlinked(text), address, text);
    assert.equal(unlinked(text).replaceAll('\u200c', ''), text);
  }
});

test('an ordinary name and address stay as they are', () => {
  for (const text of [
    'Marie-Ève Tremblay',
    'J. R. Smith Ltd.',
    '12 King St. W',
    'O’Brien & Sons',
    'INV 77/26',
    'c/o Jo: room 1.5',
    'محمد',
    '李小龍',
  ])
    assert.equal(unlinked(text), text);
});

test('what turns directions or can’t be seen is gone, the joiners are not', () => {
  assert.equal(unlinked('Jo\u202e moc.live\u2066\u200b\u200f\ufeff'), 'Jo moc.\u200clive');
  assert.equal(unlinked('می\u200cخواهم 👩🏽\u200d🚀'), 'می\u200cخواهم 👩🏽\u200d🚀');
});
