import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { linkAudit } from '../../src/flows/audit/link-audit.ts';
import { dropIndexes } from './drop-indexes.ts';

/**
 * Fills a database with realistic sales, quickly: copies of the sales that the service made there, one of each way to
 * pay, with all that it wrote for them: books, event, audit, mails, documents. Each has its own applicant, VIN, e-mail
 * address, phone number and moment, spread over three years and over a hundred sellers, of which some sell much more
 * than others. Three of ten applications are bound: of ten policies five are paid to the partner, four by card and one
 * by a loan, and one of 25 is cancelled. Some payments were not completed, and a few binds are under way. Returns how
 * many seconds it took.
 *
 * Not filled: what is outside (the processor's and the lender's own tables), revisions, and the bytes of documents.
 */
export async function fillSales(databaseUrl: string, count: number): Promise<number> {
  const since = performance.now();
  const told = (what: string): void =>
    console.error(`  ${((performance.now() - since) / 1_000).toFixed(0)} s: ${what} filled`);
  const database = new pg.Pool({ connectionString: databaseUrl, max: lanes, options: quickly });
  const run = (text: string, values: unknown[] = []) => database.query(text, values);
  try {
    await run(keepSamples);
    const indexes = await dropIndexes(database, [
      'application',
      'application_words',
      'policy',
      'card_payment',
      'document',
      'document_fetch',
      'mail',
      'audit',
      'ledger_entry',
      'ledger_posting',
      'event',
      'webhook_delivery',
      'partner_request',
      'bind',
      'cancellation',
    ]);
    const drawnBy = await readDrawn(database, count);
    await run(sales, drawnBy.slice(0, 4));
    await run('ALTER TABLE filled.sale ADD PRIMARY KEY (number)');
    await run('ANALYZE filled.sale');
    const template = await readTemplate(database);
    const columns = await readColumns(database);
    // Applications beside all that is of policies.
    await Promise.all([
      inMonths(count, async (from, to) => {
        await run(applications, [...drawnBy, from, to, template]);
        await run(words, [...drawnBy, from, to]);
        await run('VACUUM application, application_words');
      }),
      inMonths(count, async (from, to) => {
        for (const copied of copies) await run(copySql(copied, columns.get(copied.table)!), [from, to]);
        for (const { table } of copies) await run(`VACUUM ${table}`);
      }),
    ]);
    told('applications and policies');
    await eachOf([...ofPolicies, ...others], (sql) => run(sql));
    await run(dailySales, drawnBy.slice(0, 4));
    await run(accountDays);
    await run(`UPDATE account_day_until SET until = $1::timestamptz + interval '11 minutes'`, [drawnBy[1]]);
    for (const text of ending) await run(text);
    told('the rest');
    await eachOf(indexes, (sql) => run(sql));
    await run('DROP SCHEMA filled CASCADE');
    told('indexes');
    // Does now what autovacuum would do in the background while the time is measured.
    await run('VACUUM (ANALYZE)');
    await linkAudit({ database });
    await run('CHECKPOINT');
  } finally {
    await database.end();
  }
  return (performance.now() - since) / 1_000;
}

const lanes = 2;
// Every foreign key is valid: checking it would take as long as all the rest.
const quickly =
  '-c session_replication_role=replica -c synchronous_commit=off -c maintenance_work_mem=1GB -c work_mem=256MB -c max_parallel_maintenance_workers=0';
const months = 36;
const freeBytesMin = 12 * 2 ** 30;

/** Month by month, so that what was written is vacuumed while it is in memory, and a full disk is seen in time. */
async function inMonths(count: number, fill: (from: number, to: number) => Promise<void>): Promise<void> {
  const size = Math.ceil(count / months);
  for (let from = 1; from <= count; from += size) {
    const { bavail, bsize } = await statfs(tmpdir());
    if (bavail * bsize < freeBytesMin) throw new Error(`Less than 12 GB of the disk are free, at ${from} of ${count}.`);
    await fill(from, Math.min(count, from + size - 1));
  }
}

async function eachOf(all: readonly string[], run: (one: string) => Promise<unknown>): Promise<void> {
  const left = [...all];
  const lane = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await run(one);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

// A pseudo-random number, the same on every run.
const drawn = (number: string, salt: number): string => `abs(hashint8extended(${number}, ${salt}) % 1000000)`;

// Squared: the first of a list are common and the last rare, like names and sellers.
const skewed = (number: string, salt: number, count: number): string =>
  `(1 + floor(power(${drawn(number, salt)} / 1000000.0, 2) * ${count})::integer)`;

/*
 * The n-th of all applications. Parameters: how many there are, the moment of the last one, the seconds between two,
 * the sellers, last names, first names.
 */
const momentSql = '($2::timestamptz - ($1::bigint - number) * make_interval(secs => $3::float8))';
const sellersCount = 100;
const sellerSql = `($4::uuid[])[${skewed('number', 3, sellersCount)}]`;
const applicationIdSql = `filled.id_at(${momentSql}, 'application' || number)`;

const vinSql = (number: string): string =>
  `(ARRAY['2T3RFREV', '1HGCM826', '5YJ3E1EA', '1FTFW1E5', '2HGFC2F5', 'KM8J3CA4', 'JTDKARFU', '3VWC57BU'])[1 + ${number} % 8]
    || 'X' || upper(lpad(to_hex(${drawn(number, 4)} * 4096 + ${number} % 4096), 8, '0'))`;

async function readDrawn(database: pg.Pool, count: number): Promise<unknown[]> {
  await database.query(
    `INSERT INTO seller (integration_id, username, password_hash, name, province, series, payment_methods)
     SELECT integration_id, 'filled-' || number, password_hash, 'Dealer group ' || number, province, series, payment_methods
     FROM seller, generate_series(2, $1) AS number
     WHERE username = 'ontario'`,
    [sellersCount],
  );
  // The partner whose calls are measured is the busiest.
  const { rows } = await database.query<{ ids: string[] }>(
    `SELECT array_agg(id::text ORDER BY username = 'ontario' DESC, id) AS ids
     FROM seller
     WHERE username = 'ontario' OR username LIKE 'filled-%'`,
  );
  const last = new Date(Date.now() - 3_600_000);
  return [count, last, (3 * 365 * 86_400) / count, rows[0]!.ids, lastNames.split(','), firstNames.split(',')];
}

/**
 * The samples move to tables of their own, as the full ones would be looked through for them. An id begins with its
 * moment and is the same wherever it is asked for, so that each table can be filled by itself.
 */
const keepSamples = `
  CREATE SCHEMA filled;
  CREATE TABLE filled.made AS
  SELECT row_number() OVER (PARTITION BY payment_method ORDER BY bound_at) AS turn, application_id, policy_number, payment_method,
         card_payment_id, snapshot #>> '{payment,loan,loanNumber}' AS loan
  FROM policy;
  DELETE FROM filled.made WHERE turn > 1;
  CREATE TABLE filled.application AS
  SELECT application.* FROM application JOIN filled.made ON made.application_id = application.id WHERE payment_method = 'REF';
  CREATE TABLE filled.policy AS SELECT * FROM policy;
  CREATE TABLE filled.card_payment AS SELECT card_payment.* FROM card_payment JOIN filled.made ON made.card_payment_id = card_payment.id;
  CREATE TABLE filled.bind AS SELECT * FROM bind;
  CREATE TABLE filled.audit AS SELECT *, row_number() OVER (PARTITION BY application_id ORDER BY id) AS nth FROM audit;
  CREATE TABLE filled.ledger_entry AS SELECT * FROM ledger_entry;
  CREATE TABLE filled.ledger_posting AS
  SELECT ledger_posting.*, application_id, kind, party_reference FROM ledger_posting JOIN ledger_entry ON ledger_entry.id = entry_id;
  CREATE TABLE filled.event AS SELECT *, row_number() OVER (PARTITION BY application_id ORDER BY id) AS nth FROM event;
  CREATE TABLE filled.document AS SELECT document.*, application_id FROM document JOIN policy USING (policy_number);
  CREATE TABLE filled.mail AS SELECT mail.*, application_id FROM mail JOIN policy USING (policy_number);
  CREATE FUNCTION filled.id_at(moment timestamptz, salt text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') || '7' || substr(md5(salt), 1, 3) || '8'
            || substr(md5(salt), 4, 15))::uuid
  $$;
  CREATE UNLOGGED TABLE filled.sale (
    number bigint, sample_id uuid, id uuid, seller_id uuid, policy_number text, payment_id uuid, bound_at timestamptz);`;

// Three of ten, and of ten of these five REF, four CC and one PFF.
const sales = `
  INSERT INTO filled.sale
  SELECT number, made.application_id, ${applicationIdSql}, ${sellerSql}, next_policy_number(),
         CASE made.payment_method WHEN 'CC' THEN filled.id_at(${momentSql}, 'payment' || number) END, ${momentSql} + interval '10 minutes'
  FROM (SELECT number, (ARRAY['REF', 'CC', 'REF', 'CC', 'REF', 'PFF', 'REF', 'CC', 'REF', 'CC'])[1 + (number / 10 * 3 + number % 10) % 10] AS method
        FROM generate_series(1, $1::bigint) AS number
        WHERE number % 10 < 3) AS sold
  JOIN filled.made ON made.payment_method = sold.method
  ORDER BY number`;

/** What a quote was asked with, with marks for what is replaced. */
async function readTemplate(database: pg.Pool): Promise<string> {
  const { rows } = await database.query<{ inputs: { readonly applicant: object } }>(
    'SELECT inputs FROM filled.application',
  );
  const { inputs } = rows[0]!;
  const marked = { firstOrCompanyName: '<1>', lastName: '<2>', emailAddress: '<3>', phoneNumber: '<4>' };
  return JSON.stringify({ ...inputs, applicant: { ...inputs.applicant, ...marked } });
}

const plain = (name: string): string => `lower(translate(${name}, 'ÉéèêôçÔ-''', 'EeeeocO '))`;

/** The n-th to the m-th, each with a name, an address and a number of its own. */
const named = `(
    SELECT *, ${plain('last_name')} AS plain_last, ${plain('first_name')} AS plain_first, ${vinSql('number')} AS vin,
           replace(${plain('first_name')}, ' ', '-') || '.' || number || '@example.ca' AS email,
           '613-' || lpad((${drawn('number', 6)} % 1000)::text, 3, '0') || '-' || lpad((number % 10000)::text, 4, '0') AS phone
    FROM (
      SELECT number, ${momentSql} AS moment, ${applicationIdSql} AS id, ${sellerSql} AS seller_id,
             ($5::text[])[${skewed('number', 1, 99)}] AS last_name, ($6::text[])[1 + ${drawn('number', 2)} % 60] AS first_name
      FROM generate_series($7::bigint, $8::bigint) AS number) AS numbered) AS named`;

const applications = `
  INSERT INTO application (id, seller_id, revision, series, effective_date, quoted_on, vin, rate_book_version, tax_table_version,
                           inputs, options, created_at, revised_at)
  SELECT id, seller_id, 1, series, moment::date, moment::date, vin, rate_book_version, tax_table_version,
         replace(replace(replace(replace($9::text, '<1>', first_name), '<2>', last_name), '<3>', email), '<4>', phone)::json,
         options, moment, moment
  FROM ${named}
  CROSS JOIN (SELECT series, rate_book_version, tax_table_version, options FROM filled.application) AS sample`;

/** As `saleWords` writes them. */
const words = `
  INSERT INTO application_words (application_id, seller_id, words)
  SELECT id, seller_id, array_to_tsvector(names.marked || ARRAY[
           'f:' || names.ordered, 'e:' || email, 'v:' || vin, 'b:' || reverse(vin), 'p:' || reverse(replace(phone, '-', ''))])
  FROM ${named}
  CROSS JOIN LATERAL (
    SELECT array_agg('n:' || word) AS marked, string_agg(word, ' ' ORDER BY word COLLATE "C") AS ordered
    FROM unnest(string_to_array(plain_last || ' ' || plain_first, ' ')) AS word) AS names`;

/** A table whose rows are copied for each sale, and what of them is the sale's own. */
interface Copied {
  readonly table: string;
  readonly set: Readonly<Record<string, string>>;
}

const documentIdSql = (kind: string): string => `filled.id_at(sale.bound_at, 'document' || sale.number || ${kind})`;
const eventIdSql = (nth: string): string => `filled.id_at(sale.bound_at, 'event' || sale.number || ${nth})`;
const entryIdSql = (kind: string): string => `filled.id_at(sale.bound_at, 'entry' || sale.number || ${kind})`;
const ofSale = { application_id: 'sale.id', policy_number: 'sale.policy_number', seller_id: 'sale.seller_id' };
const dayAfter = (days: string): string => `sale.bound_at::date + ${days}`;
const auditsPerSale = 10;
/** The last ones are linked by the service's own code: who looks at the end of the chain finds it whole. */
const linkSql = (value: string): string =>
  `CASE WHEN sale.number < (SELECT max(number) - 20000 FROM filled.sale) THEN ${value} END`;
const auditIdSql = `100000 + sale.number * ${auditsPerSale} + sample.nth`;

const copies: readonly Copied[] = [
  {
    table: 'policy',
    set: {
      ...ofSale,
      effective_date: dayAfter('(sale.number % 20)::integer'),
      expiry_date: dayAfter('365 * (1 + sale.number % 3)::integer + 20'),
      cover_ends_on: dayAfter('365 * (1 + sale.number % 3)::integer + 20'),
      card_payment_id: 'sale.payment_id',
      reference: `'R' || sale.number`,
      partner_reference: `'order-' || sale.number`,
      loan_number: `CASE WHEN made.loan IS NOT NULL THEN 'SB' || lpad(sale.number::text, 10, '0') END`,
      snapshot: `regexp_replace(regexp_replace(
        CASE WHEN made.loan IS NULL THEN sample.snapshot::text
             ELSE replace(sample.snapshot::text, made.loan, 'SB-' || lpad(sale.number::text, 10, '0')) END,
        '"boundOn":"[^"]*"', '"boundOn":"' || sale.bound_at::date || '"'),
        '"vin":"[^"]*"', '"vin":"' || ${vinSql('sale.number')} || '"')::json`,
      bound_at: 'sale.bound_at',
      bound_on: 'sale.bound_at::date',
    },
  },
  {
    table: 'card_payment',
    set: {
      ...ofSale,
      id: 'sale.payment_id',
      ticket_hash: 'sha256(sale.payment_id::text::bytea)',
      ticket_expires_at: 'sale.bound_at',
      charge_date: 'sale.bound_at::date',
      authorized_at: 'sale.bound_at',
      expires_at: 'sale.bound_at',
      reference: `'ref-' || sale.number`,
      started_at: 'sale.bound_at',
      decided_at: 'sale.bound_at',
    },
  },
  {
    table: 'bind',
    set: {
      ...ofSale,
      card_payment_id: 'CASE WHEN sample.card_payment_id IS NOT NULL THEN sale.payment_id END',
      step_at: 'sale.bound_at',
      due_at: 'sale.bound_at',
      lease_until: 'sale.bound_at',
    },
  },
  {
    table: 'ledger_entry',
    set: {
      ...ofSale,
      id: entryIdSql('sample.kind'),
      key: `CASE WHEN sample.party_reference IS NULL THEN sample.key
                 ELSE replace(sample.key, sample.party_reference, 'ref-' || sale.number) END`,
      happened_on: 'sale.bound_at::date',
      booked_on: 'sale.bound_at::date',
      card_payment_id: 'CASE WHEN sample.card_payment_id IS NOT NULL THEN sale.payment_id END',
      party_reference: `CASE WHEN sample.party_reference IS NOT NULL THEN 'ref-' || sale.number END`,
      recorded_at: 'sale.bound_at',
    },
  },
  {
    table: 'ledger_posting',
    set: {
      entry_id: entryIdSql('sample.kind'),
      reference: `CASE WHEN sample.reference = sample.party_reference THEN 'ref-' || sale.number ELSE sample.reference END`,
    },
  },
  {
    table: 'audit',
    set: {
      application_id: 'sale.id',
      id: auditIdSql,
      place: linkSql(auditIdSql),
      salt: linkSql(`substr(sha256(('salt' || sale.number)::bytea), 1, 16)`),
      digest: linkSql(`sha256(('digest' || sale.number)::bytea)`),
      hash: linkSql(`sha256(('hash' || sale.number)::bytea)`),
      happened_at: 'sale.bound_at',
    },
  },
  {
    table: 'event',
    set: {
      ...ofSale,
      id: eventIdSql('sample.nth'),
      created_at: 'sale.bound_at',
      place: '1000 + sale.number * 10 + sample.nth',
    },
  },
  {
    table: 'document',
    set: { ...ofSale, id: documentIdSql('sample.kind'), created_at: 'sale.bound_at' },
  },
  {
    table: 'mail',
    set: {
      ...ofSale,
      id: `filled.id_at(sale.bound_at, 'mail' || sale.number || sample.kind || sample.to_address)`,
      to_address: `sale.number || '.' || sample.to_address`,
      due_at: 'NULL',
      given_up_at: 'CASE WHEN sale.number % 1000 = 1 THEN sale.bound_at END',
      failure: `CASE WHEN sale.number % 1000 = 1 THEN 'refused' END`,
      last_error: `CASE WHEN sale.number % 1000 = 1 THEN '550 unknown' END`,
      attempts: '1',
      subject: `'Your policy'`,
      sent_at: 'sale.bound_at',
      asked_at: 'sale.bound_at',
    },
  },
];

async function readColumns(database: pg.Pool): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await database.query<{ table: string; columns: string[] }>(
    `SELECT relname AS "table", array_agg(attname::text ORDER BY attnum) AS columns
     FROM pg_attribute
     JOIN pg_class ON pg_class.oid = attrelid
     WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     GROUP BY relname`,
    [copies.map(({ table }) => table)],
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

function copySql({ table, set }: Copied, columns: readonly string[]): string {
  return `
    INSERT INTO ${table} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT ${columns.map((column) => set[column] ?? `sample.${column}`).join(', ')}
    FROM filled.sale AS sale
    JOIN filled.made AS made ON made.application_id = sale.sample_id
    JOIN filled.${table} AS sample ON sample.application_id = sale.sample_id
    WHERE sale.number BETWEEN $1 AND $2`;
}

const ofPolicies: readonly string[] = [
  `INSERT INTO cancellation (policy_number, application_id, seller_id, bound_at, kind, cancelled_on, premium_back_cents, tax_back_cents,
                             refund_cents, terms, reason, actor_kind, actor_name, requested_by, ground, document_id, due_at, in_effect_at)
   SELECT policy_number, id, seller_id, bound_at, 'flat', bound_at::date, 100, 13, 113,
          json_build_object('kind', 'flat', 'cancelledOn', bound_at::date, 'requestedBy', 'customer', 'ground', 'Other',
                            'refundCents', 113, 'lines', '[]'::json),
          'filled', 'command line', 'filled', 'customer', 'Other', ${documentIdSql(`'cancellation'`)}, NULL, bound_at
   FROM filled.sale AS sale
   WHERE hashtext(policy_number) % 25 = 0`,
  `WITH entered AS (
     INSERT INTO ledger_entry (id, application_id, policy_number, seller_id, kind, key, amount_cents, happened_on, booked_on, recorded_at,
                               recorded_by)
     SELECT ${entryIdSql(`'cancellation'`)}, id, policy_number, seller_id, 'cancellation', 'cancellation', 113, bound_at::date, bound_at::date,
            bound_at, 'service'
     FROM filled.sale AS sale
     WHERE hashtext(policy_number) % 25 = 0
     RETURNING id
   )
   INSERT INTO ledger_posting (entry_id, line, account, amount_cents, product, insurer, authority, province, rate_ppm)
   SELECT id, posting.*
   FROM entered
   CROSS JOIN (VALUES (1, 'premium', 100, 'filled', 'filled', NULL, NULL, NULL), (2, 'tax', 13, 'filled', NULL, 'HST', 'ON', 130000),
                      (3, 'customer', -113, NULL, NULL, NULL, NULL, NULL)) AS posting`,
  `INSERT INTO document_content (document_id, filename, bytes, made_at)
   SELECT id, policy_number || '-' || kind || '.pdf', '\\x255044462d', uuid_extract_timestamp(id) FROM document ON CONFLICT DO NOTHING`,
  `INSERT INTO document_fetch (document_id, request_id, fetched_at)
   SELECT id, 'filled', uuid_extract_timestamp(id) FROM document WHERE kind = 'declaration'`,
  // Each seller but the measured one is told of its events; the last half year's deliveries are kept.
  `INSERT INTO webhook_endpoint (id, seller_id, url, types, secret)
   SELECT filled.id_at(now(), username), id, 'https://127.0.0.1:9/hooks', '{}', '\\x00' FROM seller WHERE username LIKE 'filled-%';
   INSERT INTO webhook_delivery (id, endpoint_id, event_id, type, attempts, response_status, last_attempt_at, due_at, delivered_at)
   SELECT filled.id_at(bound_at, 'delivery' || number), webhook_endpoint.id, ${eventIdSql('1')}, 'policy.issued', 1, 200, bound_at, NULL, bound_at
   FROM filled.sale AS sale
   JOIN webhook_endpoint USING (seller_id)
   WHERE bound_at > now() - interval '180 days'
   ORDER BY number`,
];

const others: readonly string[] = [
  `INSERT INTO card_payment (id, application_id, seller_id, processor, status, ticket_hash, ticket_expires_at, coverage_category,
                             payment_term, product_types, total_cents, hold_cents, charge_date, started_at)
   SELECT filled.id_at(created_at, 'failed' || id), id, seller_id, 'sandbox',
          CASE WHEN created_at > now() - interval '1 day' THEN 'Pending'
               ELSE (ARRAY['Declined', 'Cancelled', 'Released', 'Reversed'])[1 + abs(hashtext(id::text) / 40) % 4]
          END,
          '\\x00', created_at + interval '2 days', 'Replacement', 3, '{}', 100000, 0, created_at::date, created_at
   FROM application
   WHERE hashtext(id::text) % 40 = 0 AND NOT EXISTS (SELECT FROM filled.sale WHERE sale.id = application.id)`,
  `INSERT INTO bind (application_id, state, step, owner, lease_until, policy_number, payment_method, agreed)
   SELECT id, 'running', 'claimed', gen_random_uuid(), now() + interval '1 day', 'NB0', 'REF', '{}'
   FROM (SELECT id FROM application ORDER BY id DESC LIMIT 400) AS latest
   WHERE NOT EXISTS (SELECT FROM filled.sale WHERE sale.id = latest.id)
     AND NOT EXISTS (SELECT FROM bind WHERE application_id = latest.id)
   LIMIT 40`,
  // Five calls for each application of the last days.
  `INSERT INTO partner_request (id, seller_id, request_id, at, operation, status, codes, duration_ms)
   SELECT filled.id_at(created_at, turn || id::text), seller_id, md5(turn || id::text), created_at, operation, 200, '{}', 12
   FROM application, unnest(ARRAY['authenticate', 'getVehicleConfigurations', 'quote', 'quote', 'bind']) WITH ORDINALITY AS one (operation, turn)
   WHERE application.id > (SELECT uuidv7(-interval '7 days'))`,
];

const dailySales = `
  INSERT INTO daily_sales (day, seller_id, quotes, binds, premium_cents, total_cents)
  SELECT ${momentSql}::date, ${sellerSql}, count(*), count(*) FILTER (WHERE number % 10 < 3),
         100000 * count(*) FILTER (WHERE number % 10 < 3), 113000 * count(*) FILTER (WHERE number % 10 < 3)
  FROM generate_series(1, $1::bigint) AS number
  GROUP BY 1, 2
  ON CONFLICT DO NOTHING`;

// Each way to pay has the same postings in each sale.
const accountDays = `
  INSERT INTO account_day (day, seller_id, account, debit_cents, credit_cents)
  SELECT day, seller_id, account, sum(count * greatest(cents, 0)), sum(count * greatest(-cents, 0))
  FROM (
    SELECT bound_at::date AS day, seller_id, sample_id, count(*) AS count FROM filled.sale GROUP BY 1, 2, 3
    UNION ALL
    SELECT bound_at::date, seller_id, NULL, count(*) FROM filled.sale WHERE hashtext(policy_number) % 25 = 0 GROUP BY 1, 2
  ) AS sold
  JOIN (
    SELECT application_id, account, amount_cents AS cents
    FROM filled.ledger_posting
    UNION ALL
    VALUES (NULL::uuid, 'premium', 100), (NULL, 'tax', 13), (NULL, 'customer', -113)
  ) AS line ON line.application_id IS NOT DISTINCT FROM sold.sample_id
  GROUP BY GROUPING SETS ((day, account, seller_id), (day, account))`;

// A year of answers is filled in, too: the errors of each seller, and the durations of twelve operations.
const ending: readonly string[] = [
  `INSERT INTO daily_sales_done (day) VALUES (current_date - 3) ON CONFLICT (is_one) DO UPDATE SET day = excluded.day, counted_until = NULL`,
  `SELECT setval(pg_get_serial_sequence('audit', 'id'), (SELECT max(id) FROM audit))`,
  `SELECT setval('event_place_seq', (SELECT max(place) FROM event))`,
  `INSERT INTO answer_error (day, seller_id, code, count)
   SELECT current_date - day, seller.id, code, 10
   FROM generate_series(0, 365) AS day, seller, unnest(ARRAY['CityInvalid', 'VehicleIneligible', 'RateLimitExceeded']) AS code
   ON CONFLICT DO NOTHING`,
  `INSERT INTO answer_time (hour, operation, bucket, count)
   SELECT date_trunc('hour', now(), 'UTC') - hour * interval '1 hour', 'operation ' || operation, bucket, 10
   FROM generate_series(0, 35 * 24) AS hour, generate_series(1, 12) AS operation, generate_series(5, 35) AS bucket
   ON CONFLICT DO NOTHING`,
  `INSERT INTO daily_answers (day, operation, count, p50_ms, p99_ms)
   SELECT current_date - day, 'operation ' || operation, 1000, 4, 20
   FROM generate_series(0, 365) AS day, generate_series(1, 12) AS operation
   ON CONFLICT DO NOTHING`,
];

const lastNames =
  "Tremblay,Gagnon,Roy,Côté,Bouchard,Gauthier,Morin,Lavoie,Fortin,Gagné,Ouellet,Pelletier,Bélanger,Lévesque,Bergeron,Leblanc,Paquette,Girard,Simard,Boucher,Caron,Beaulieu,Cloutier,Dubé,Poirier,Fournier,Lapointe,Leclerc,Lefebvre,Poulin,Smith,Brown,Macdonald,Wilson,Martin,Taylor,Campbell,Anderson,Thompson,Jones,Johnson,White,Williams,Miller,Robinson,Lee,Li,Wang,Chen,Zhang,Liu,Wong,Chan,Singh,Gill,Kaur,Sidhu,Patel,Sharma,Khan,Ali,Ahmed,Nguyen,Tran,Kim,Park,Garcia,Rodriguez,Santos,Reyes,MacLeod,MacNeil,Murphy,Ryan,Walsh,Power,Friesen,Penner,Dueck,Schmidt,Kowalski,Shevchenko,Melnyk,Bondar,O'Brien,St-Pierre,De la Cruz,Van den Berg,Thériault,Landry,Cormier,Arsenault,Gallant,Doucet,Comeau,Melanson,Hachey,Savoie,Richard";
const firstNames =
  'Jean,Marie,Pierre,Louise,Michel,Sylvie,André,Nathalie,Luc,Julie,François,Isabelle,Éric,Chantal,Marc,Stéphane,Caroline,Mélanie,Simon,Émilie,James,Mary,John,Patricia,Robert,Jennifer,Michael,Linda,David,Susan,William,Karen,Richard,Nancy,Thomas,Lisa,Daniel,Emma,Matthew,Olivia,Noah,Liam,Sophia,Ava,Mohammed,Fatima,Wei,Ling,Arjun,Priya,Harpreet,Gurpreet,Anh,Minh,Jose,Maria,Ivan,Olena,Zoé,Marie-Ève';
