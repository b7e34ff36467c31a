import assert from 'node:assert/strict';
import test from 'node:test';
import { isInsecure, isThisMachine, isWeak } from './insecure.ts';

test('TLS is missing where an address leads to another machine and does not ask for it', () => {
  const insecure = [
    ['postgres', 'postgres://a:b@db/x'],
    ['postgres', 'postgres://a:b@db:5432/x?sslmode=prefer'],
    ['postgres', 'postgres://a:b@db:5432/x?sslmode=no-verify'],
    ['postgres', 'postgres://a:b@127.0.0.1:5432,db:5432/x'],
    ['postgres', 'postgres://a:b@/x?host=db'],
    ['postgres', 'postgres://127.0.0.1.example.ca/x'],
    ['smtp', 'smtp://mail'],
    ['smtp', 'smtp://user:secret@mail:587?ignoreTLS=true'],
  ] as const;
  for (const [use, url] of insecure) assert.equal(isInsecure(use, url), true, url);
});

test('TLS, loopback and a socket are good', () => {
  const good = [
    ['postgres', 'postgres://a:b@db/x?sslmode=verify-full'],
    ['postgres', 'postgresql://a:b@db/x?application_name=y&sslmode=require'],
    ['postgres', 'postgres://a:b@127.0.0.1:5432/x'],
    ['postgres', 'postgres://a:b@[::1]:5432/x'],
    ['postgres', 'postgres://a:b@localhost:1,127.0.0.2:2/x'],
    ['postgres', 'postgres://a:b@%2Fvar%2Frun%2Fpostgresql/x'],
    ['postgres', 'postgresql:///x?host=/var/run/postgresql'],
    ['smtp', 'smtps://mail'],
    ['smtp', 'smtp://user:secret@mail:587'],
    ['smtp', 'smtp://mail?requireTLS=true'],
    ['smtp', 'smtp://127.0.0.1:25'],
  ] as const;
  for (const [use, url] of good) assert.equal(isInsecure(use, url), false, url);
});

test('this machine is known by its addresses, not by a name that begins like one', () => {
  assert.deepEqual(['localhost', '127.0.0.1', '127.1.2.3', '::1'].map(isThisMachine), [true, true, true, true]);
  assert.deepEqual(['127.example.ca', '127.0.0.1.example.ca', '10.0.0.1', '0.0.0.0'].map(isThisMachine), [
    false,
    false,
    false,
    false,
  ]);
});

test('a key that was typed by hand is weak, a drawn one is not', () => {
  for (const key of ['x'.repeat(32), 'changeme'.repeat(4), '0123456789'.repeat(4), 'abababababababababababababababab1'])
    assert.equal(isWeak(key), true, key);
  for (const key of ['0f8c2b1e9d7a4635', 'a key of at least thirty-two characters', '9f86d081884c7d659a2feaa0c55ad015'])
    assert.equal(isWeak(key), false, key);
});
