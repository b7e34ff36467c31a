import type pg from 'pg';

/**
 * Fills a database with realistic sales, quickly: copies of one application and one policy of the service, each with
 * its own applicant, VIN, e-mail address and day, spread over the past two years and over a hundred sellers, of which
 * some sell much more than others. Three of ten applications are bound; half of the policies are paid by card, and one
 * of 25 is cancelled. Some payments were not completed, and a few binds are under way.
 */
export async function fillSales(database: pg.Pool, size: SalesSize): Promise<number> {
  const since = performance.now();
  await database.query(`SET synchronous_commit = off; SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'`);
  await fillSellers(database);
  await database.query(`CREATE TEMPORARY TABLE last_name AS ${listed(lastNames)}`);
  await database.query(`CREATE TEMPORARY TABLE first_name AS ${listed(firstNames)}`);
  const indexes = await dropIndexes(database);
  // Every foreign key is valid: checking it would take as long as all the rest.
  await database.query('SET session_replication_role = replica');
  await database.query(applications, [size.applications]);
  await database.query(policies, [size.policies]);
  for (const text of [payments, cards, failedPayments, documents, contents, mails, fetches, binds, audits, entries])
    await database.query(text);
  for (const text of [running, cancellations, answers]) await database.query(text);
  for (const sql of indexes) await database.query(sql);
  // Does now what autovacuum would do in the background while the time is measured.
  await database.query('VACUUM (ANALYZE)');
  await database.query('CHECKPOINT');
  await database.query('RESET ALL');
  return (performance.now() - since) / 1_000;
}

export interface SalesSize {
  readonly applications: number;
  readonly policies: number;
}

const sellersCount = 100;

async function fillSellers(database: pg.Pool): Promise<void> {
  await database.query(
    `INSERT INTO seller (integration_id, username, password_hash, name, province, series, payment_methods)
     SELECT integration_id, 'filled-' || number, password_hash, 'Dealer group ' || number, province, series, payment_methods
     FROM seller, generate_series(1, $1) AS number
     WHERE username = 'ontario'`,
    [sellersCount],
  );
  await database.query(
    `CREATE TEMPORARY TABLE filled_seller AS
     SELECT row_number() OVER (ORDER BY id) - 1 AS place, id FROM seller WHERE username LIKE 'filled-%'`,
  );
}

/** Rows are inserted several times as fast without indexes, and indexes built afterwards are no worse. */
async function dropIndexes(database: pg.Pool): Promise<readonly string[]> {
  const { rows } = await database.query<{ name: string; sql: string }>(
    `SELECT indexname AS name, indexdef AS sql
     FROM pg_indexes
     WHERE schemaname = 'public' AND tablename IN ('application', 'policy', 'card_payment', 'document', 'mail', 'audit', 'booked_fact')
       AND indexdef NOT LIKE '% UNIQUE %'`,
  );
  for (const { name } of rows) await database.query(`DROP INDEX ${name}`);
  return rows.map(({ sql }) => sql);
}

const listed = (names: string): string =>
  `SELECT ordinality - 1 AS place, name FROM unnest(string_to_array('${names.replaceAll("'", "''")}', ',')) WITH ORDINALITY AS one (name)`;

const lastNames =
  "Tremblay,Gagnon,Roy,Côté,Bouchard,Gauthier,Morin,Lavoie,Fortin,Gagné,Ouellet,Pelletier,Bélanger,Lévesque,Bergeron,Leblanc,Paquette,Girard,Simard,Boucher,Caron,Beaulieu,Cloutier,Dubé,Poirier,Fournier,Lapointe,Leclerc,Lefebvre,Poulin,Smith,Brown,Macdonald,Wilson,Martin,Taylor,Campbell,Anderson,Thompson,Jones,Johnson,White,Williams,Miller,Robinson,Lee,Li,Wang,Chen,Zhang,Liu,Wong,Chan,Singh,Gill,Kaur,Sidhu,Patel,Sharma,Khan,Ali,Ahmed,Nguyen,Tran,Kim,Park,Garcia,Rodriguez,Santos,Reyes,MacLeod,MacNeil,Murphy,Ryan,Walsh,Power,Friesen,Penner,Dueck,Schmidt,Kowalski,Shevchenko,Melnyk,Bondar,O'Brien,St-Pierre,De la Cruz,Van den Berg,Thériault,Landry,Cormier,Arsenault,Gallant,Doucet,Comeau,Melanson,Hachey,Savoie,Richard";
const firstNames =
  'Jean,Marie,Pierre,Louise,Michel,Sylvie,André,Nathalie,Luc,Julie,François,Isabelle,Éric,Chantal,Marc,Stéphane,Caroline,Mélanie,Simon,Émilie,James,Mary,John,Patricia,Robert,Jennifer,Michael,Linda,David,Susan,William,Karen,Richard,Nancy,Thomas,Lisa,Daniel,Emma,Matthew,Olivia,Noah,Liam,Sophia,Ava,Mohammed,Fatima,Wei,Ling,Arjun,Priya,Harpreet,Gurpreet,Anh,Minh,Jose,Maria,Ivan,Olena,Zoé,Marie-Ève';

// A pseudo-random number, the same on every run.
const drawn = (number: string, salt: number): string => `abs(hashint8extended(${number}, ${salt}) % 1000000)`;

// Squared: the first of a list are common and the last rare, like names and sellers.
const skewed = (number: string, salt: number, count: number): string =>
  `floor(power(${drawn(number, salt)} / 1000000.0, 2) * ${count})::bigint`;

const plain = (name: string): string => `lower(translate(${name}, 'ÉéèêôçÔ-''', 'EeeeocO '))`;
const plainLast = plain('last_name.name');
const plainFirst = plain('first_name.name');
const email = `replace(${plainFirst}, ' ', '-') || '.' || number || '@example.ca'`;

const applications = `
  WITH sample AS (SELECT * FROM application ORDER BY id LIMIT 1),
  numbered AS (
    SELECT number, -(number * interval '63 seconds') AS ago, ${skewed('number', 1, 99)} AS last_place,
           ${drawn('number', 2)} % 60 AS first_place, ${skewed('number', 3, 100)} AS seller_place
    FROM generate_series($1::bigint, 1, -1) AS number
  )
  INSERT INTO application (id, seller_id, revision, series, effective_date, quoted_on, vin, rate_book_version, tax_table_version,
                           inputs, options, created_at, revised_at, applicant_name, applicant_email)
  SELECT uuidv7(ago), filled_seller.id, 1, series, (now() + ago)::date, (now() + ago)::date,
         (ARRAY['2T3RFREV', '1HGCM826', '5YJ3E1EA', '1FTFW1E5', '2HGFC2F5', 'KM8J3CA4', 'JTDKARFU', '3VWC57BU'])[1 + number % 8]
           || 'X' || upper(lpad(to_hex(${drawn('number', 4)} * 4096 + number % 4096), 8, '0')),
         rate_book_version, tax_table_version,
         jsonb_set(inputs::jsonb, '{applicant}', inputs::jsonb -> 'applicant' || jsonb_build_object(
           'firstOrCompanyName', first_name.name, 'lastName', last_name.name,
           'emailAddress', ${email}))::json,
         options, now() + ago, now() + ago, ${plainLast} || ' ' || ${plainFirst}, ${email}
  FROM numbered
  CROSS JOIN sample
  JOIN filled_seller ON filled_seller.place = seller_place
  JOIN last_name ON last_name.place = last_place
  JOIN first_name ON first_name.place = first_place`;

const policies = `
  WITH sample AS (SELECT * FROM policy ORDER BY bound_at LIMIT 1),
  drawn AS (
    SELECT id, seller_id, created_at
    FROM application
    WHERE NOT EXISTS (SELECT FROM policy WHERE policy.application_id = application.id)
    ORDER BY hashtext(id::text)
    LIMIT $1
  ), sold AS (
    SELECT row_number() OVER (ORDER BY id) AS number, id, seller_id, created_at FROM drawn
  )
  INSERT INTO policy (policy_number, application_id, seller_id, effective_date, expiry_date, cover_ends_on, total_cents, payment_method, reference,
                      snapshot, bound_at)
  SELECT next_policy_number(), sold.id, sold.seller_id, sold.created_at::date, sold.created_at::date + 1095, sold.created_at::date + 1095, sample.total_cents,
         CASE WHEN number % 2 = 0 THEN 'CC' ELSE 'REF' END, 'R' || number, sample.snapshot, sold.created_at + interval '10 minutes'
  FROM sold
  CROSS JOIN sample
  ORDER BY number`;

const payments = `
  INSERT INTO card_payment (id, application_id, seller_id, processor, status, ticket_hash, ticket_expires_at, coverage_category, payment_term,
                            product_types, total_cents, hold_cents, charge_date, authorized_at, expires_at, reference, card_token,
                            masked_card_number, card_type, started_at, decided_at)
  SELECT uuidv7(bound_at - now()), application_id, seller_id, 'sandbox', 'Captured', '\\x00', bound_at, 'Replacement', 3, '{}', total_cents,
         total_cents, bound_at::date, bound_at, bound_at, 'ref', NULL, '**** 4242', 'Visa', bound_at, bound_at
  FROM policy
  WHERE payment_method = 'CC' AND card_payment_id IS NULL`;
const cards = `
  UPDATE policy SET card_payment_id = card_payment.id
  FROM card_payment
  WHERE card_payment.application_id = policy.application_id AND policy.payment_method = 'CC' AND policy.card_payment_id IS NULL`;
const failedPayments = `
  INSERT INTO card_payment (id, application_id, seller_id, processor, status, ticket_hash, ticket_expires_at, coverage_category, payment_term,
                            product_types, total_cents, hold_cents, charge_date, started_at)
  SELECT uuidv7(created_at - now()), id, seller_id, 'sandbox',
         CASE WHEN created_at > now() - interval '1 day' THEN 'Pending'
              ELSE (ARRAY['Declined', 'Cancelled', 'Lapsed', 'Reversed'])[1 + abs(hashtext(id::text) / 40) % 4]
         END,
         '\\x00', created_at + interval '2 days', 'Replacement', 3, '{}', 100000, 0, created_at::date, created_at
  FROM application
  WHERE hashtext(id::text) % 40 = 0 AND NOT EXISTS (SELECT FROM policy WHERE application_id = application.id)`;
const documents = `
  INSERT INTO document (id, policy_number, seller_id, kind)
  SELECT uuidv7(bound_at - now()), policy_number, seller_id, kind
  FROM policy
  CROSS JOIN unnest(ARRAY['declaration', 'receipt']) AS kind
  WHERE (kind = 'declaration' OR payment_method = 'CC') AND snapshot IS NOT NULL
  ON CONFLICT DO NOTHING`;
const contents = `
  INSERT INTO document_content (document_id, filename, bytes)
  SELECT id, policy_number || '-' || kind || '.pdf', '\\x255044462d' FROM document ON CONFLICT DO NOTHING`;
const mails = `
  INSERT INTO mail (id, seller_id, policy_number, kind, to_address, document_ids, due_at, given_up_at, attempts, last_error, subject,
                    sent_at)
  SELECT uuidv7(bound_at - now()), seller_id, policy_number, 'policy', 'someone@example.ca', '{}', NULL,
         CASE WHEN hashtext(policy_number) % 1000 = 0 THEN bound_at END, 1, '550 unknown', 'Your policy', bound_at
  FROM policy
  ON CONFLICT DO NOTHING`;
const fetches = `INSERT INTO document_fetch (document_id, request_id) SELECT id, 'filled' FROM document`;
const binds = `
  INSERT INTO bind (application_id, state, step, owner, lease_until, policy_number, agreed)
  SELECT application_id, 'bound', 'claimed', gen_random_uuid(), bound_at, policy_number, '{}' FROM policy
  ON CONFLICT DO NOTHING`;
const running = `
  INSERT INTO bind (application_id, state, step, owner, lease_until, policy_number, agreed)
  SELECT id, 'running', 'claimed', gen_random_uuid(), now() + interval '1 day', 'NB0', '{}'
  FROM application
  WHERE NOT EXISTS (SELECT FROM policy WHERE application_id = application.id)
  ORDER BY id DESC
  LIMIT 40`;
const cancellations = `
  INSERT INTO cancellation (policy_number, application_id, seller_id, bound_at, kind, cancelled_on, premium_back_cents, tax_back_cents,
                            refund_cents, terms, reason, actor_kind, actor_name, requested_by, ground, document_id, due_at, in_effect_at)
  SELECT policy_number, application_id, seller_id, bound_at, 'flat', bound_at::date, 100, 13, 113,
         json_build_object('kind', 'flat', 'cancelledOn', bound_at::date, 'requestedBy', 'customer', 'ground', 'Other', 'refundCents', 113,
                           'lines', '[]'::json), 'filled', 'command line', 'filled', 'customer', 'Other',
         gen_random_uuid(), NULL, bound_at
  FROM policy
  WHERE hashtext(policy_number) % 25 = 0`;
const audits = `
  INSERT INTO audit (application_id, event, facts, happened_at)
  SELECT application_id, event, '{}', bound_at FROM policy, unnest(ARRAY['bind began', 'bind step', 'policy issued']) AS event`;
const entries = `
  INSERT INTO booked_fact (application_id, fact, policy_number, seller_id, day, accounts, amounts, line_references, card_payment_ids,
                           party_reference)
  SELECT application_id, 'charge filled', policy_number, seller_id, bound_at::date, '{processor,card}', ARRAY[total_cents, -total_cents],
         '{filled,NULL}', ARRAY[card_payment_id, NULL], 'filled'
  FROM policy
  WHERE card_payment_id IS NOT NULL
  ON CONFLICT DO NOTHING`;
// A year of answers: the errors of each seller, and the durations of twelve operations.
const answers = `
  INSERT INTO answer_error (day, seller_id, code, count)
  SELECT current_date - day, seller.id, code, 10
  FROM generate_series(0, 365) AS day, seller, unnest(ARRAY['CityInvalid', 'VehicleIneligible', 'RateLimitExceeded']) AS code
  ON CONFLICT DO NOTHING;
  INSERT INTO answer_time (hour, operation, bucket, count)
  SELECT date_trunc('hour', now(), 'UTC') - hour * interval '1 hour', 'operation ' || operation, bucket, 10
  FROM generate_series(0, 35 * 24) AS hour, generate_series(1, 12) AS operation, generate_series(5, 35) AS bucket
  ON CONFLICT DO NOTHING;
  INSERT INTO daily_answers (day, operation, count, p50_ms, p99_ms)
  SELECT current_date - day, 'operation ' || operation, 1000, 4, 20
  FROM generate_series(0, 365) AS day, generate_series(1, 12) AS operation
  ON CONFLICT DO NOTHING`;
