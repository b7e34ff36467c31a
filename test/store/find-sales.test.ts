import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import pg from 'pg';
import { saleWords } from '../../src/domain/list/sale-words.ts';
import { readSearch } from '../../src/domain/list/search-box.ts';
import type { ListFilter } from '../../src/store/list/filter.ts';
import { findSales, findSalesSql, lookedThroughMax } from '../../src/store/list/find-sales.ts';
import { policyList } from '../../src/store/list/list-policies.ts';
import { saleList } from '../../src/store/list/list-sales.ts';
import { type Listing, readList } from '../../src/store/list/listing.ts';
import { sendRead } from '../../src/store/statement.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { cloneDatabase } from '../kit/service/database.ts';

let database: pg.Pool;
let integrations: Readonly<Record<string, string>>;

before(async () => {
  const options = '-c session_replication_role=replica';
  database = new pg.Pool({ connectionString: await cloneDatabase(), max: 4, options });
  afterwards(() => database.end());
  const { rows } = await database.query('SELECT username, integration_id FROM seller');
  integrations = Object.fromEntries(rows.map((row) => [row.username, row.integration_id]));
});

interface Sold {
  readonly name?: string;
  readonly seller?: string;
  readonly policyNumber?: string;
  readonly loanNumber?: string;
  readonly count?: number;
}

/** Sales of people of that name, the newest last; with a policy each has the same. Returns the id of the last one. */
async function sell({
  name = 'Nobody',
  seller = 'ontario',
  count = 1,
  policyNumber,
  loanNumber,
}: Sold): Promise<string> {
  const applicant = {
    emailAddress: '',
    phoneNumber: '',
    businessPhone: null,
    firstOrCompanyName: name,
    lastName: null,
  };
  const words = saleWords({ applicant, vehicle: { vin: '' } });
  const { rows } = await database.query(
    `WITH quoted AS (
       INSERT INTO application (seller_id, series, effective_date, quoted_on, vin, rate_book_version, tax_table_version, inputs,
                                options)
       SELECT seller.id, 'Prime', '2026-01-01', '2026-01-01', 'V', 'a', 'b', '{}', '{}'
       FROM seller, generate_series(1, $3)
       WHERE username = $2
       RETURNING id, seller_id
     ), issued AS (
       INSERT INTO policy (policy_number, application_id, seller_id, vin, effective_date, expiry_date, cover_ends_on, premium_cents,
                           total_cents, payment_method, snapshot, bound_at, bound_on, loan_number, money_status)
       SELECT $4, id, seller_id, 'V', '2026-01-01', '2027-01-01', '2027-01-01', 1, 1, 'REF', '{}', now(), '2026-01-01', $5, 'CollectedByPartner'
       FROM quoted
       WHERE $4::text IS NOT NULL
     )
     INSERT INTO application_words (application_id, seller_id, words)
     SELECT id, seller_id, array_to_tsvector($1::text[]) FROM quoted
     RETURNING application_id`,
    [words, seller, count, policyNumber, loanNumber],
  );
  return rows
    .map((row) => row.application_id)
    .toSorted()
    .at(-1);
}

type Asked = Partial<Omit<ListFilter, 'search'>> & { readonly search: string };

const filterOf = ({ search, ...asked }: Asked): ListFilter => ({
  search: readSearch(search, { isWhole: false }),
  sellerId: null,
  visibleIntegrations: null,
  state: null,
  moneyStatus: null,
  now: new Date(),
  since: null,
  until: null,
  cursor: null,
  limit: 50,
  ...asked,
});

const read = <Row extends pg.QueryResultRow>(listing: Listing<Row>, asked: Asked) =>
  readList(database, listing, filterOf(asked));
const salesFor = async (search: string) => (await read(saleList, { search })).rows.map((row) => row.applicationId);

test('a policy is found by its number and by its last four digits or more, and a loan by its number', async () => {
  const sale = await sell({ policyNumber: 'NB987650012', loanNumber: 'SL100000173' });
  for (const text of ['NB987650012', '987650012', '50012', '0012', 'SL-1000-0017-3', 'sl 10000017 3'])
    assert.deepEqual(await salesFor(text), [sale], text);
  for (const text of ['98765', '0013', 'NB98765', 'SL-1000-0017']) assert.deepEqual(await salesFor(text), [], text);
});

test('what is typed is no part of the question: quotes, backslashes and operators find nothing else', async () => {
  const sale = await sell({ name: 'Quilliam' });
  for (const text of ["quilliam'", 'quilliam & !x', 'quilliam:*'])
    assert.deepEqual(await salesFor(text), text.includes('x') ? [] : [sale], text);
  for (const text of ["a'b\\@c", "x' | n:quilliam", "''@", ':*@']) assert.deepEqual(await salesFor(text), [], text);
});

test('a name that very many have is paged to its end, newest first, while more are sold', async () => {
  await sell({ name: 'Bergeron', count: lookedThroughMax + 20 });
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof read<{ applicationId: string }>>> = await read<{ applicationId: string }>(
      saleList as never,
      { search: 'berg', cursor, limit: 100 },
    );
    assert.equal(page.isCut, false);
    seen.push(...page.rows.map((row) => row.applicationId));
    cursor = page.nextCursor;
    await sell({ name: 'Bergeron', count: 10 });
  } while (cursor !== null);
  assert.equal(new Set(seen).size, lookedThroughMax + 20);
  assert.deepEqual(seen, seen.toSorted().reverse());
});

test('a filter that leaves little of a very common name says that only the newest were looked through', async () => {
  await sell({ name: 'Gagnon', policyNumber: 'NB111111111' });
  await sell({ name: 'Gagnon', count: lookedThroughMax - 2 });
  await sell({ name: 'Gagnon', policyNumber: 'NB222222222' });
  const asked = { search: 'gagnon' };
  const policies = await read(policyList, asked);
  assert.deepEqual([policies.rows.length, policies.isCut], [2, true], 'as many as are looked through');
  await sell({ name: 'Gagnon' });
  const cut = await read(policyList, asked);
  assert.deepEqual([cut.rows.map((row) => row.policyNumber), cut.nextCursor, cut.isCut], [['NB222222222'], null, true]);
  const first = await read(policyList, { ...asked, limit: 1 });
  assert.deepEqual([first.nextCursor, first.isCut], [null, true]);
  assert.equal((await read(policyList, { search: 'NB222222222' })).isCut, false);
  const more = await read(policyList, { ...asked, cursor: 'NB222222222' });
  assert.deepEqual(
    more.rows.map((row) => row.policyNumber),
    ['NB111111111'],
    'older than the cursor, more is looked through',
  );
});

test('an operator of one integration finds and counts its sales alone, by any kind of search', async () => {
  const own = await sell({ name: 'Wabanaki', seller: 'manitoba', policyNumber: 'NB333330001' });
  const other = await sell({ name: 'Wabanaki', policyNumber: 'NB444440001', loanNumber: 'X12345' });
  await sell({ name: 'Wabanaki', count: lookedThroughMax });
  const visibleIntegrations = [integrations.manitoba!];
  assert.notEqual(integrations.manitoba, integrations.ontario);
  const { rows, nextCursor, isCut } = await read(saleList, { search: 'wabanaki', visibleIntegrations });
  assert.deepEqual([rows.map((row) => row.applicationId), nextCursor, isCut], [[own], null, false]);
  for (const search of ['NB444440001', '444440001', 'x-12345', other])
    assert.deepEqual((await read(saleList, { search, visibleIntegrations })).rows, [], search);
  const policies = await read(policyList, { search: '0001', visibleIntegrations, cursor: 'NB444440001' });
  assert.deepEqual(policies.rows, [], 'a cursor of another integration is none');
});

test('the newest that match are found, whether the newest sales have enough of them or not', async () => {
  const sold: { readonly id: string; readonly name: string; readonly seller: string }[] = [];
  for (const [name, seller] of [
    ['Quispe', 'manitoba'],
    ['Quispe', 'ontario'],
    ['Nobody', 'manitoba'],
    ['Quispe', 'ontario'],
    ['Nobody', 'ontario'],
    ['Quispe', 'manitoba'],
    ['Nobody', 'ontario'],
    ['Quispe', 'ontario'],
    ['Nobody', 'manitoba'],
  ] as const)
    sold.unshift({ name, seller, id: await sell({ name, seller }) });
  const { rows: sellers } = await database.query('SELECT id, username FROM seller');
  for (const seller of [null, 'ontario', 'manitoba'])
    for (const by of ['sellerId', 'visibleIntegrations'] as const)
      for (let walked = 1; walked <= sold.length + 1; walked += 1)
        for (let countMax = 1; countMax <= 6; countMax += 1) {
          const { search, ...filter } = filterOf({
            search: 'quispe',
            sellerId: seller && by === 'sellerId' ? sellers.find(({ username }) => username === seller).id : null,
            visibleIntegrations: seller && by === 'visibleIntegrations' ? [integrations[seller]!] : null,
          });
          const found = await findSales(database, { search: search!, filter, isBeforeCursor: null, countMax }, walked);
          const wanted = sold.filter((one) => one.name === 'Quispe' && (seller === null || one.seller === seller));
          assert.deepEqual(
            found,
            wanted.slice(0, countMax).map(({ id }) => id),
            `${countMax} of ${seller ?? 'all'}, ${walked} walked`,
          );
        }
});

test('neither a common name nor a rare one is looked for in all sales', async () => {
  const rare = await sell({ name: 'Zzyzx' });
  await sell({ policyNumber: 'NB555550001' });
  await sell({ name: 'Okafor', count: 20_000 });
  await database.query('VACUUM ANALYZE application_words');
  for (const [typed, count, cursor] of [
    ['okaf', lookedThroughMax, null],
    ['zzy', 1, null],
    ['zzy', 1, 'NB555550001'],
  ] as const) {
    const { search, ...filter } = filterOf({ search: typed, cursor });
    const asked = {
      search: search!,
      filter,
      isBeforeCursor: policyList.isBeforeCursor,
      countMax: lookedThroughMax,
    };
    const found = await findSales(database, asked, 1_000);
    assert.equal(found.length, count);
    if (typed === 'zzy') assert.deepEqual(found, [rare]);
    const { text, values } = findSalesSql(asked, 1_000);
    const { rows } = await sendRead<{ 'QUERY PLAN': readonly [{ Plan: Record<string, number> }] }>(
      database,
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
    );
    const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
    const pages = plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
    assert.ok(pages < 60, `${typed}, from ${cursor}: ${pages} pages`);
  }
});
