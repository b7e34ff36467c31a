import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import test, { before } from 'node:test';
import { credentialIn } from '../../src/store/credential/credential.ts';
import { type OpenDatabase, openDatabase } from '../../src/store/database.ts';
import { numberValues, read, statements } from '../../src/store/statement.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { cloneDatabase } from '../kit/service/database.ts';

const src = new URL('../../src/', import.meta.url).pathname;
let database: OpenDatabase;

before(async () => {
  database = openDatabase({ url: await cloneDatabase(), poolSize: 1, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  for (const file of globSync('store/**/*.ts', { cwd: src }).filter((one) => !one.endsWith('.test.ts')))
    await import(`${src}${file}`);
  credentialIn('seller', 'password'); // The flows make these for each kind of credential.
});

test('PostgreSQL takes every statement as the schema stands, with as many values as it names', async () => {
  assert.ok(statements.length > 300);
  const client = await database.connect();
  try {
    // Of what PREPARE takes: a lock of tables is none.
    for (const { text, valueNames } of statements.filter((one) => !one.text.startsWith('LOCK'))) {
      await client.query(`PREPARE tried AS ${text}`).catch((error: Error) => assert.fail(`${error.message}\n${text}`));
      const { rows } = await client.query(
        `SELECT cardinality(parameter_types) AS count FROM pg_prepared_statements WHERE name = 'tried'`,
      );
      assert.equal(rows[0].count, valueNames.length, text);
      await client.query('DEALLOCATE tried');
    }
  } finally {
    client.release();
  }
});

test('the refund of an entry that is to be voided is looked up by its id, and not among all', async () => {
  const { text } = statements.find(({ name }) => name === 'read_voidable_entry')!;
  const client = await database.connect();
  try {
    // An empty table is scanned, unless that is forbidden.
    await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off');
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(plan, /Index (Only )?Scan using reversal_pkey on reversal .*\n +Index Cond: \(id = /);
  } finally {
    await client.query('RESET enable_seqscan; RESET enable_bitmapscan');
    client.release();
  }
});

const placeSql = /(= |\(|, |SELECT |LIMIT )\$\d+[,)\s'`:]/;

test('no text names a value by its place, but for those that connect and migrate', async () => {
  const files = globSync('**/*.ts', { cwd: src }).filter((file) => !/^store\/postgres\/|\.test\.ts$/.test(file));
  const placed = files.filter((file) => placeSql.test(readFileSync(`${src}${file}`, 'utf8')));
  assert.deepEqual(placed, []);
});

/**
 * What may be looked for in JSON: words that operators have typed, to erase them, the insurers of loaded rate books, and
 * the wordings that are listed beside a mail.
 */
const looksIntoJson = ['store/mail/mail.ts', 'store/person/erasure.ts', 'store/tariff/rate-book.ts'];

test('nothing else is looked for, sorted or decided by inside JSON', () => {
  const files = globSync('store/**/*.ts', { cwd: src }).filter((file) => !file.endsWith('.test.ts'));
  const inJson = `[\\w.\${}]+ ?(->|#>)>? ?'[^']*'\\)?(::\\w+)?`;
  const decides = new RegExp(
    `\\b(WHEN|WHERE|AND|OR|ON|ORDER BY|DISTINCT ON)( NOT)? \\(*${inJson}|[=<>] \\(*${inJson}|${inJson} (=|<|>|IS|IN)`,
  );
  const found = files.filter((file) => decides.test(readFileSync(`${src}${file}`, 'utf8')));
  assert.deepEqual(found.toSorted(), looksIntoJson);
});

test('no two statements have one name', () => {
  const names = statements.flatMap(({ name }) => (name === null ? [] : [name]));
  assert.deepEqual(
    names.filter((name, place) => names.indexOf(name) !== place),
    [],
  );
});

test('what says that it reads changes no row, draws no number, takes no lock and tells nobody', () => {
  const writes = /\b(INSERT INTO|UPDATE \w+ (AS \w+ )?SET|DELETE FROM|FOR (NO KEY )?UPDATE|FOR (KEY )?SHARE)\b/;
  const calls = /\b(nextval|setval|set_config|next_policy_number|revise_application|pg_notify|pg_(try_)?advisory\w*)\(/;
  const wrong = statements.filter(({ isRead, text }) => isRead && (writes.test(text) || calls.test(text)));
  assert.deepEqual(wrong, []);
});

test('a value is found by its name: not a cast, not a time, not the end of a word', () => {
  const { text, valueNames } = numberValues(`SELECT :to::date, :from, '12:30', 'HH24:MI', ':*', a::text WHERE b = :to`);
  assert.equal(text, `SELECT $1::date, $2, '12:30', 'HH24:MI', ':*', a::text WHERE b = $1`);
  assert.deepEqual(valueNames, ['to', 'from']);
});

test('what makes the values of a statement has the name of each', () => {
  const unnamed = statements.flatMap(({ text, valueNames, values }) => {
    // What it spreads into its values has names of its own, which are not in its text.
    const made = values === null ? '...' : String(values).replace(/^.*?=>/s, '');
    const missing = made.includes('...') ? [] : valueNames.filter((name) => !new RegExp(`\\b${name}\\b`).test(made));
    return missing.map((name) => `${name}: ${text}`);
  });
  assert.deepEqual(unnamed, []);
});

test('a value that is not given is a fault, and not NULL', async () => {
  const tryIt = read.onlyValue<string | null, [Readonly<Record<string, unknown>>]>(null, 'SELECT :policyNumber::text');
  assert.equal(await tryIt(database, { policyNumber: undefined }), null);
  await assert.rejects(tryIt(database, { policynumber: 'NB-1' }), /given no policyNumber/);
});
