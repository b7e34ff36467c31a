import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { northbind } from '../kit/command-line.ts';
import { databaseOf, lastRelease, migrationsSince, present } from './release.ts';

test('the migrations of a release stay as they were released', () => {
  for (const [name, sql] of lastRelease.migrations) assert.equal(present.get(name), sql, name);
  for (const name of migrationsSince(lastRelease)) assert.ok(name > [...lastRelease.migrations.keys()].at(-1)!, name);
});

test('a database of the last release is brought to this version', async () => {
  const databaseUrl = await databaseOf(lastRelease);
  const migrated = await northbind({ DATABASE_URL: databaseUrl }, 'migrate', '--json');
  assert.equal(migrated.code, 0, migrated.stderr);
  assert.deepEqual(migrated.json().applied, migrationsSince(lastRelease));
});

test('the last release is in the changelog, with its day', () => {
  const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  assert.match(changelog, new RegExp(`^## ${RegExp.escape(lastRelease.version)} \\(\\d{4}-\\d{2}-\\d{2}\\)$`, 'm'));
});
