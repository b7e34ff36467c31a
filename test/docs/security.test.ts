import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import test from 'node:test';
import { erasedTables, fillSecurityTables, secretColumns } from '../../docs/security-page.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { inDatabase } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { readPage } from './run-page.ts';

const page = await readPage('docs/security.md');

test('the tables of the security review are those of the code', () => {
  assert.equal(page, fillSecurityTables(page), 'Run `npm run generate`.');
});

test('every column with a secret is in the review, and every column of the review is there', async () => {
  const found = await inDatabase(
    await cloneDatabase(),
    `SELECT table_name || '.' || column_name AS name, data_type AS type
     FROM information_schema.columns
     WHERE table_schema = 'public'`,
  );
  const all = new Set(found.map(({ name }) => name));
  const named = secretColumns.flatMap(({ columns }) => columns);
  assert.deepEqual(
    named.filter((name) => !all.has(name)),
    [],
  );
  // Moments and links of the audit's chain are no secrets, and the sandbox's own key is for nothing real.
  const isSecret = ({ name, type }: Record<string, string>): boolean =>
    /secret|password|token|ticket|hash$/.test(name!.split('.')[1]!) &&
    ['bytea', 'text'].includes(type!) &&
    !/^(audit|operator_act|operator_act_chain|audit_chain|sandbox_\w+|rate_limit_count)\./.test(name!);
  assert.deepEqual(
    found
      .filter(isSecret)
      .map(({ name }) => name)
      .filter((name) => !named.includes(name)),
    [],
  );
  const tables = new Set([...all].map((name) => name.split('.')[0]));
  for (const name of erasedTables()) assert.ok(tables.has(name), name);
});

test('every library that production loads is in the review', () => {
  const listed = [...page.matchAll(/^\| ([@\w./*, -]+) \|/gm)].flatMap(([, names]) => names!.split(', '));
  const isListed = (name: string): boolean =>
    listed.some((one) => one === name || (one.endsWith('*') && name.startsWith(one.slice(0, -1))));
  const libraries = Object.keys(packageFile.dependencies).filter((name) => !name.startsWith('@northbind/'));
  assert.deepEqual(
    libraries.filter((name) => !isListed(name)),
    [],
  );
});

test('what the review names of the source and the tests is there', () => {
  for (const [, path = ''] of page.matchAll(/`((?:src|test|contract|docs|deploy)\/[\w/.-]+)`/g))
    assert.ok(existsSync(new URL(`../../${path}`, import.meta.url)), path);
});
