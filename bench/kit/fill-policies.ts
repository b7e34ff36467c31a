import type pg from 'pg';
import { dropIndexes } from './drop-indexes.ts';

/**
 * Fills a database with policies, quickly: copies of the one sale that is there. Half of them are the sandbox seller
 * Ontario's, the others spread over a hundred sellers. They were bound over six years, for one to five years, and are
 * paid in all ways; one of 25 was cancelled, and some cards are to be charged or were refused. For two policies there
 * is a quote of which nothing came, and every tenth application came by a sale link.
 */
export async function fillPolicies(database: pg.Pool, count: number): Promise<number> {
  const since = performance.now();
  await database.query(`SET synchronous_commit = off; SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'`);
  await database.query(sellers);
  const indexes = await dropIndexes(database, ['application', 'policy', 'card_payment', 'document', 'due_charge']);
  // Every foreign key is valid: checking it would take as long as all the rest.
  await database.query('SET session_replication_role = replica');
  await database.query(applications, [count, 'FILLED']);
  await database.query(applications, [Math.floor(count / 2), 'QUOTED']);
  for (const text of [policies, payments, charges, cancellations, reversals, documents, saleLinks])
    await database.query(text);
  for (const sql of indexes) await database.query(sql);
  await database.query('VACUUM (ANALYZE)');
  await database.query('CHECKPOINT');
  await database.query('RESET ALL');
  return (performance.now() - since) / 1_000;
}

const sellers = `
  INSERT INTO seller (integration_id, username, password_hash, name, province, series, payment_methods)
  SELECT integration_id, 'filled-' || number, password_hash, 'Dealer group ' || number, province, series, payment_methods
  FROM seller, generate_series(1, 100) AS number
  WHERE username = 'ontario';
  CREATE TEMPORARY TABLE filled_seller AS
  SELECT row_number() OVER (ORDER BY id) - 1 AS place, id FROM seller WHERE username LIKE 'filled-%';
  CREATE TEMPORARY TABLE ontario AS SELECT id FROM seller WHERE username = 'ontario'`;

// The oldest first, so that ids are in order of time.
const applications = `
  INSERT INTO application (id, seller_id, revision, series, effective_date, quoted_on, vin, rate_book_version, tax_table_version,
                           inputs, options, created_at, revised_at)
  SELECT uuidv7(ago), CASE WHEN number % 2 = 0 THEN ontario.id ELSE filled_seller.id END, 1, series,
         (now() + ago)::date + (number % 31)::int, (now() + ago)::date, $2::text || lpad(to_hex(number), 11, '0'),
         rate_book_version, tax_table_version, inputs, options, now() + ago, now() + ago
  FROM (SELECT number, -(number * (interval '6 years' / $1)) AS ago FROM generate_series($1::bigint, 1, -1) AS number) AS numbered
  CROSS JOIN (SELECT * FROM application ORDER BY id LIMIT 1) AS sample
  CROSS JOIN ontario
  JOIN filled_seller ON filled_seller.place = number % 100`;

const policies = `
  INSERT INTO policy (policy_number, application_id, seller_id, vin, effective_date, expiry_date, cover_ends_on, total_cents, payment_method, reference,
                      snapshot, bound_on, premium_cents, bound_at, partner_reference, card_payment_id)
  SELECT next_policy_number(), id, seller_id, vin, effective_date, effective_date + 365 * (1 + (turn % 5)::int), effective_date + 365 * (1 + (turn % 5)::int), sample.total_cents,
         (ARRAY['REF', 'CC', 'CC', 'FIN', 'CC', 'PW', 'REF', 'PFF', 'CC', 'REF'])[1 + turn % 10], 'R' || turn,
         jsonb_set(sample.snapshot, '{boundOn}', to_jsonb(bound_on))::json, bound_on, sample.premium_cents,
         created_at + interval '10 minutes', 'order-' || turn,
         CASE WHEN turn % 10 IN (1, 2, 4, 8) THEN uuidv7(created_at - now()) END
  FROM (
    SELECT application.*, (created_at AT TIME ZONE 'America/Toronto')::date AS bound_on, row_number() OVER (ORDER BY id) AS turn
    FROM application
    WHERE vin LIKE 'FILLED%'
  ) AS sold
  CROSS JOIN (SELECT total_cents, premium_cents, snapshot::jsonb AS snapshot FROM policy ORDER BY bound_at LIMIT 1) AS sample
  ORDER BY turn`;

const payments = `
  INSERT INTO card_payment (id, application_id, seller_id, processor, status, ticket_hash, ticket_expires_at, coverage_category, payment_term,
                            product_types, total_cents, hold_cents, charge_date, authorized_at, expires_at, reference,
                            masked_card_number, card_type, started_at, decided_at)
  SELECT card_payment_id, application_id, seller_id, 'sandbox', 'Captured', '\\x00', bound_at, 'Replacement', 3, '{}', total_cents,
         total_cents, bound_at::date, bound_at, bound_at, 'ref', '**** 4242', 'Visa', bound_at, bound_at
  FROM policy
  WHERE card_payment_id IS NOT NULL
  ON CONFLICT DO NOTHING`;

// A tenth of the cards were charged later; of those of the last month some are still to be charged, or were refused.
const charges = `
  INSERT INTO due_charge (card_payment_id, application_id, policy_number, seller_id, amount_cents, due_on, due_at, given_up_at, failure, last_error,
                          settled_reference)
  SELECT card_payment_id, application_id, policy_number, seller_id, total_cents, effective_date,
         CASE WHEN bound_at > now() - interval '20 days' AND hashtext(policy_number) % 3 <> 0 THEN now() + interval '9 days' END,
         CASE WHEN bound_at > now() - interval '20 days' AND hashtext(policy_number) % 3 = 0 THEN now() END, 'refused', 'filled',
         CASE WHEN bound_at <= now() - interval '20 days' THEN 'filled' END
  FROM policy
  WHERE card_payment_id IS NOT NULL AND hashtext(policy_number) % 10 = 0
  ON CONFLICT DO NOTHING`;

const cancellations = `
  INSERT INTO cancellation (policy_number, application_id, seller_id, bound_at, kind, cancelled_on, premium_back_cents, tax_back_cents,
                            refund_cents, terms, reason, actor_kind, actor_name, requested_by, ground, document_id, due_at, in_effect_at, money)
  SELECT policy_number, application_id, seller_id, bound_at, 'flat', bound_at::date,
         CASE WHEN hashtext(policy_number) % 2 = 0 THEN total_cents ELSE 100 END, 0,
         CASE WHEN hashtext(policy_number) % 2 = 0 THEN total_cents ELSE 100 END,
         json_build_object('kind', 'flat', 'cancelledOn', bound_at::date, 'requestedBy', 'customer', 'ground', 'Other', 'refundCents', CASE WHEN hashtext(policy_number) % 2 = 0 THEN total_cents ELSE 100 END,
                           'lines', '[]'::json),
         'filled', 'command line', 'filled', 'customer', 'Other', gen_random_uuid(), NULL, bound_at,
         CASE WHEN payment_method IN ('CC', 'PFF') THEN
           CASE WHEN hashtext(policy_number || 'r') % 20 = 0 AND payment_method = 'CC' THEN 'RefundPending'
                WHEN hashtext(policy_number) % 2 = 0 THEN 'Refunded' ELSE 'PartRefunded' END
         END
  FROM policy
  WHERE hashtext(application_id::text) % 25 = 0`;

// One of twenty refunds is still on its way.
const reversals = `
  INSERT INTO reversal (application_id, policy_number, kind, key, card_payment_id, amount_cents, is_refund, due_at)
  SELECT cancellation.application_id, cancellation.policy_number, 'charge', 'filled-' || cancellation.policy_number,
         policy.card_payment_id, cancellation.refund_cents, true, now() + interval '9 days'
  FROM cancellation
  JOIN policy USING (policy_number)
  WHERE cancellation.money = 'RefundPending'`;

const documents = `
  INSERT INTO document (id, policy_number, seller_id, kind)
  SELECT uuidv7(bound_at - now()), policy_number, seller_id, 'declaration'
  FROM policy
  ON CONFLICT DO NOTHING`;

// Valid for a month; one of 200 was withdrawn.
const saleLinks = `
  INSERT INTO sale_link (id, seller_id, secret_hash, sealed_secret, created_at, valid_until, withdrawn_at, partner_reference,
                         payment_methods, application_id, sale)
  SELECT id, seller_id, sha256(id::text::bytea), sha256(id::text::bytea), created_at, created_at::date + 30,
         CASE WHEN hashtext(id::text) % 200 = 0 THEN created_at END, 'link-' || id, '{CC}', id, inputs
  FROM application
  WHERE hashtext(id::text) % 10 = 0`;
