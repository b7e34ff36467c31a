import assert from 'node:assert/strict';
import test from 'node:test';
import pg from 'pg';
import type { ListFilter } from '../../src/store/list/filter.ts';
import { foundPageSql } from '../../src/store/list/found.ts';
import { Values } from '../../src/store/list/values.ts';
import { cloneDatabase } from '../kit/database.ts';

test('a search by name of an operator who sees a small integration does not read the names of all', async () => {
  const client = new pg.Client({ connectionString: await cloneDatabase() });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    // One of 400 sales is of the second integration.
    await client.query(`
      INSERT INTO application (seller_id, series, effective_date, quoted_on, vin, rate_book_version, tax_table_version,
                               inputs, options, applicant_name, applicant_email)
      SELECT (SELECT id FROM seller WHERE username = CASE WHEN n % 400 = 0 THEN 'manitoba' ELSE 'ontario' END), 'Prime',
             '2026-01-01', '2026-01-01', 'V' || n, 'a', 'b', '{}', '{}',
             'n' || substr(md5(n::text), 1, 6) || ' p' || substr(md5((n * 7)::text), 1, 5), 'a@b'
      FROM generate_series(1, 20000) AS n`);
    await client.query('VACUUM ANALYZE application');
    const { rows } = await client.query(`SELECT integration_id FROM seller WHERE username = 'manitoba'`);
    const values = new Values();
    const filter: ListFilter = {
      ...{ search: { kind: 'name', beginnings: ['abcd'] }, isWhole: false, isComplete: false, sellerId: null },
      ...{ visibleIntegrations: [rows[0].integration_id], state: null, moneyStatus: null, now: new Date() },
      ...{ since: null, until: null, cursor: null, limit: 50 },
    };
    const sql = `WITH ${foundPageSql(values, filter, { lastSale: null, conditions: [], partsOf: null })} SELECT FROM page`;
    const explained = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, values.list);
    const { Plan: plan } = explained.rows[0]['QUERY PLAN'][0];
    const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    assert.ok(pages < 200, `${pages} pages for a page of a list`);
  } finally {
    await client.end();
  }
});
