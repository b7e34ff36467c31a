import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import pg from 'pg';
import { searchNameOf } from '../../src/domain/applicant/search-name.ts';
import { emptyDatabase } from '../kit/database.ts';

const folder = new URL('../../src/store/migrations/', import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort();
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

test('applications from before are found by the same words as new ones', async () => {
  const client = new pg.Client({ connectionString: await emptyDatabase() });
  await client.connect();
  for (const name of names.filter((name) => name < '0008')) await client.query(read(name));
  await client.query(`INSERT INTO integration (client_id, secret_hash, name) VALUES ('c', 'h', 'n')`);
  await client.query(
    `INSERT INTO seller (integration_id, username, password_hash, name, province, series, payment_methods)
     SELECT id, 'u', 'h', 'n', 'ON', '{Prime}', '{REF}' FROM integration`,
  );
  const applicants = [
    { firstOrCompanyName: 'Marie-Ève', lastName: "L'Écuyer" },
    { firstOrCompanyName: '9123-4567 Québec inc.', lastName: null },
    { firstOrCompanyName: 'Søren Æther', lastName: 'Łódź-Strauß' },
    { firstOrCompanyName: '小龍', lastName: '李' },
    { firstOrCompanyName: 'Ольга', lastName: 'Шевченко' },
    { firstOrCompanyName: '  ﬁne  ', lastName: 'O’Brien' },
    { firstOrCompanyName: 'x'.repeat(150), lastName: 'Long' },
  ];
  for (const applicant of applicants)
    await client.query(
      `INSERT INTO application (seller_id, series, effective_date, quoted_on, vin, rate_book_version, tax_table_version, inputs, options)
       SELECT id, 'Prime', '2026-01-01', '2026-01-01', 'V', 'r', 't', $1, '[]' FROM seller`,
      [JSON.stringify({ applicant: { ...applicant, emailAddress: 'A.B@Example.CA' } })],
    );
  await client.query(read(names.find((name) => name.startsWith('0008'))!));
  const { rows } = await client.query('SELECT applicant_name, applicant_email FROM application ORDER BY id');
  assert.deepEqual(
    rows.map((row) => row.applicant_name),
    applicants.map(searchNameOf),
  );
  assert.deepEqual(new Set(rows.map((row) => row.applicant_email)), new Set(['a.b@example.ca']));
  await client.end();
});

test('policies that were cancelled before are found in their state as new ones are', async () => {
  const client = new pg.Client({ connectionString: await emptyDatabase() });
  await client.connect();
  for (const name of names.filter((name) => name < '0012')) await client.query(read(name));
  await client.query(`INSERT INTO integration (client_id, secret_hash, name) VALUES ('c', 'h', 'n')`);
  await client.query(
    `INSERT INTO seller (integration_id, username, password_hash, name, province, series, payment_methods)
     SELECT id, 'u', 'h', 'n', 'ON', '{Prime}', '{REF}' FROM integration`,
  );
  const cancelOne = async (policyNumber: string): Promise<void> => {
    await client.query(
      `WITH sold AS (
         INSERT INTO application (seller_id, series, effective_date, quoted_on, vin, rate_book_version, tax_table_version, inputs, options)
         SELECT id, 'Prime', '2026-01-01', '2026-01-01', 'V', 'r', 't', '{"applicant": {"emailAddress": "a@b.ca"}}', '[]' FROM seller
         RETURNING id, seller_id
       )
       INSERT INTO policy (policy_number, application_id, seller_id, effective_date, expiry_date, total_cents, payment_method, snapshot)
       SELECT $1, id, seller_id, '2026-01-01', '2027-01-01', 100, 'REF', '{}' FROM sold`,
      [policyNumber],
    );
    // As the version before writes it.
    await client.query(
      `INSERT INTO cancellation (policy_number, kind, cancelled_on, premium_back_cents, tax_back_cents, refund_cents, settlement, terms,
                                 reason, actor_kind, actor_name)
       VALUES ($1, 'flat', '2026-01-01', 0, 0, 0, 'outside', '{}', 'r', 'account', 'n')`,
      [policyNumber],
    );
  };
  await cancelOne('before');
  await client.query(read(names.find((name) => name.startsWith('0012'))!));
  await cancelOne('after');
  const { rows } = await client.query(
    `SELECT policy_number
     FROM cancelled_policy
     JOIN policy USING (policy_number, application_id, seller_id, bound_at)
     ORDER BY bound_at`,
  );
  assert.deepEqual(
    rows.map((row) => row.policy_number),
    ['before', 'after'],
  );
  await client.end();
});
