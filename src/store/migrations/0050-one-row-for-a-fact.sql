-- migration: locks journal_entry
-- == A fact of the books is one row ==
-- A bind has some sixteen lines, each with its entries in three indexes: they were the largest part of what a sale wrote.
-- The fact is a row with all its lines now, and journal_entry a view of the lines. Instances of earlier versions can't
-- run beside this one.

-- Whether the lines come to zero, and each of them is of a known account, has an amount and, of a tax, an authority.
CREATE FUNCTION lines_balance(lines json) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(sum("amountCents") = 0 AND bool_and("amountCents" <> 0
                  AND account IN ('partner', 'card', 'processor', 'lender', 'outside', 'refund', 'write-off', 'premium', 'tax',
                                  'commission', 'commission-due')
                  AND (account <> 'tax' OR (authority IS NOT NULL AND province IS NOT NULL))), false)
  FROM json_to_recordset(lines) AS line (account text, "amountCents" bigint, authority text, province text)
$$;

CREATE TABLE booked_fact (
  application_id  uuid NOT NULL,
  -- What happened, once for each application: bind, charge and its reference, refund and its key, cancellation, ...
  fact            text NOT NULL,
  -- Null for money that moved and of which no policy came.
  policy_number   text,
  seller_id       uuid NOT NULL,
  -- The seller's day.
  day             date NOT NULL,
  -- As domain/books/account.ts has an entry.
  lines           json NOT NULL,
  -- What the processor or the lender calls its money, if a line is theirs.
  party_reference text,
  entered_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_booked_fact_is_entered_once PRIMARY KEY (application_id, fact),
  CONSTRAINT a_fact_must_balance CHECK (lines_balance(lines))
);

INSERT INTO booked_fact (application_id, fact, policy_number, seller_id, day, lines, party_reference, entered_at)
SELECT application_id, fact, min(policy_number), min(seller_id::text)::uuid, min(day),
       json_agg(json_strip_nulls(json_build_object(
         'account', account, 'amountCents', amount_cents, 'product', product, 'insurer', insurer, 'authority', authority,
         'province', province, 'ratePpm', rate_ppm, 'reference', reference, 'paymentId', card_payment_id)) ORDER BY line),
       min(reference) FILTER (WHERE account IN ('processor', 'lender')), min(entered_at)
FROM journal_entry
GROUP BY application_id, fact;

DROP TABLE journal_entry;
DROP FUNCTION refuse_unbalanced();

-- Statements, bordereaux and tax reports are of some days; a seller's are of its own.
CREATE INDEX booked_fact_by_day ON booked_fact (day, seller_id);
-- What a settlement file is compared with.
CREATE INDEX booked_fact_by_reference ON booked_fact (party_reference) WHERE party_reference IS NOT NULL;

-- All columns but the seller: the sandbox's reset gives a seller's sales to another.
CREATE TRIGGER booked_fact_is_append_only
  BEFORE DELETE OR UPDATE OF application_id, fact, policy_number, day, lines, party_reference, entered_at
  ON booked_fact FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE VIEW journal_entry AS
SELECT booked_fact.application_id, booked_fact.fact, entry.line::smallint AS line, booked_fact.policy_number, booked_fact.seller_id,
       booked_fact.day, entry.account, entry.amount_cents, entry.product, entry.insurer, entry.authority, entry.province,
       entry.rate_ppm, entry.reference, entry.card_payment_id, booked_fact.entered_at, booked_fact.party_reference
FROM booked_fact
CROSS JOIN LATERAL ROWS FROM (json_to_recordset(booked_fact.lines) AS (
    account text, "amountCents" bigint, product text, insurer text, authority text, province text, "ratePpm" integer, reference text,
    "paymentId" uuid)) WITH ORDINALITY AS entry (
    account, amount_cents, product, insurer, authority, province, rate_ppm, reference, card_payment_id, line);
