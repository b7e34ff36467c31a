import assert from 'node:assert/strict';
import test from 'node:test';
import pg from 'pg';
import { parseHostUrls } from './host-urls.ts';

test('each host of an address gets an address of its own, with the same user, database and parameters', () => {
  assert.deepEqual(
    parseHostUrls('postgres://u:p%40@a:5432,b:6432,[::1]:1/db?sslmode=require&target_session_attrs=read-write'),
    [
      'postgres://u:p%40@a:5432/db?sslmode=require',
      'postgres://u:p%40@b:6432/db?sslmode=require',
      'postgres://u:p%40@[::1]:1/db?sslmode=require',
    ],
  );
  assert.deepEqual(parseHostUrls('postgresql://u@a/db'), ['postgresql://u@a/db']);
});

test('what names no host in a list, too many, or a standby is no address', () => {
  const hosts = (count: number): string => Array.from({ length: count }, (_, index) => `h${index}`).join(',');
  assert.equal(parseHostUrls(`postgres://${hosts(8)}/db`)?.length, 8);
  for (const wrong of [
    `postgres://${hosts(9)}/db`,
    'postgres://a,,b/db',
    'postgres://a:x,b/db',
    'postgres://a,b/db?target_session_attrs=standby',
    'mysql://a/db',
    'a,b',
  ])
    assert.equal(parseHostUrls(wrong), null, wrong);
});

test('a socket may be spelt as a host or as a parameter', () => {
  for (const url of [
    'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/db',
    'postgres://u:p@/db?host=/var/run/postgresql',
    'postgresql:///db?host=/var/run/postgresql&user=u',
  ]) {
    const [connectionString] = parseHostUrls(url) ?? assert.fail(url);
    assert.equal(new pg.Client({ connectionString: connectionString! }).host, '/var/run/postgresql', url);
  }
  assert.equal(parseHostUrls('postgres://u@/db'), null);
});

// With that, host-urls.ts and primary.ts could go.
test('the driver does not find the primary among several hosts, as libpq does', () => {
  const connectionString = 'postgres://one.test:5432,two.test:5432/northbind?target_session_attrs=read-write';
  assert.throws(() => new pg.Client({ connectionString }), { code: 'ERR_INVALID_URL' });
});
