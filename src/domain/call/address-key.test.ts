import assert from 'node:assert/strict';
import test from 'node:test';
import { addressKey } from './address-key.ts';

test('an IPv4 address is counted by itself, however it is written', () => {
  for (const text of ['192.0.2.1', '192.0.2.1:4711', '::ffff:192.0.2.1', '::FFFF:c000:201', '[::ffff:192.0.2.1]:80'])
    assert.equal(addressKey(text), '192.0.2.1', text);
});

test('an IPv6 address is counted by its /64', () => {
  for (const text of ['2001:db8:1:2::1', '2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '[2001:db8:1:2::7]:443'])
    assert.equal(addressKey(text), '2001:db8:1:2::/64', text);
  assert.equal(addressKey('2001:db8:1:3::1'), '2001:db8:1:3::/64');
  assert.equal(addressKey('::1'), '0:0:0:0::/64');
  assert.equal(addressKey('fe80::1%eth0'), 'fe80:0:0:0::/64');
});

test('text that is no address is none', () => {
  for (const text of [
    '',
    'unknown',
    'localhost',
    '256.0.0.1',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '1.2.3.4.',
    '1.2.3.4/24',
    ':',
    ':::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '12345::',
    'g::1',
    '1:2:3:4:5:6:7::8',
    '_hidden',
  ])
    assert.equal(addressKey(text), null, text);
});
