-- migration: locks booked_fact
-- == The lines of a fact, column by column ==
-- To read its lines out of JSON took a third of a millisecond of every bind, only to see that they come to zero. Each
-- column of the lines is an array now: the first line is the first of each. One that no line has is null. Instances of
-- earlier versions can't run beside this one.

-- Whether the lines come to zero, and each of them is of a known account, has an amount and, of a tax, an authority.
CREATE FUNCTION lines_balance(accounts text[], amounts bigint[], authorities text[], provinces text[]) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  total bigint := 0;
BEGIN
  FOR line IN 1 .. cardinality(amounts) LOOP
    total := total + amounts[line];
    IF accounts[line] = 'tax' AND (authorities[line] IS NULL OR provinces[line] IS NULL) THEN
      RETURN false;
    END IF;
  END LOOP;
  RETURN coalesce(total = 0 AND cardinality(amounts) > 0 AND cardinality(accounts) = cardinality(amounts) AND 0 <> ALL (amounts)
                  AND accounts <@ '{partner,card,processor,lender,outside,refund,write-off,premium,tax,commission,commission-due}', false);
END
$$;

DROP VIEW journal_entry;
ALTER TABLE booked_fact RENAME TO booked_fact_before;
ALTER TABLE booked_fact_before RENAME CONSTRAINT a_booked_fact_is_entered_once TO a_booked_fact_was_entered_once;

CREATE TABLE booked_fact (
  application_id   uuid NOT NULL,
  -- What happened, once for each application: bind, charge and its reference, refund and its key, cancellation, ...
  fact             text NOT NULL,
  -- Null for money that moved and of which no policy came.
  policy_number    text,
  seller_id        uuid NOT NULL,
  -- The seller's day.
  day              date NOT NULL,
  -- As domain/books/account.ts has an entry.
  accounts         text[] NOT NULL,
  amounts          bigint[] NOT NULL,
  products         text[],
  insurers         text[],
  authorities      text[],
  provinces        text[],
  rates_ppm        integer[],
  line_references  text[],
  card_payment_ids uuid[],
  -- What the processor or the lender calls its money, if a line is theirs.
  party_reference  text,
  entered_at       timestamptz NOT NULL DEFAULT now()
);

INSERT INTO booked_fact
SELECT application_id, fact, policy_number, seller_id, day, line.*, party_reference, entered_at
FROM booked_fact_before
CROSS JOIN LATERAL (
  SELECT array_agg(account ORDER BY place), array_agg("amountCents" ORDER BY place),
         array_agg(product ORDER BY place) FILTER (WHERE has_product), array_agg(insurer ORDER BY place) FILTER (WHERE has_insurer),
         array_agg(authority ORDER BY place) FILTER (WHERE has_authority), array_agg(province ORDER BY place) FILTER (WHERE has_province),
         array_agg("ratePpm" ORDER BY place) FILTER (WHERE has_rate), array_agg(reference ORDER BY place) FILTER (WHERE has_reference),
         array_agg("paymentId" ORDER BY place) FILTER (WHERE has_payment)
  FROM ROWS FROM (json_to_recordset(lines) AS (
         account text, "amountCents" bigint, product text, insurer text, authority text, province text, "ratePpm" integer, reference text,
         "paymentId" uuid)) WITH ORDINALITY AS each (
         account, "amountCents", product, insurer, authority, province, "ratePpm", reference, "paymentId", place)
  CROSS JOIN (
    SELECT count(product) > 0 AS has_product, count(insurer) > 0 AS has_insurer, count(authority) > 0 AS has_authority, count(province) > 0 AS has_province,
           count("ratePpm") > 0 AS has_rate, count(reference) > 0 AS has_reference, count("paymentId") > 0 AS has_payment
    FROM json_to_recordset(lines) AS any_line (
      product text, insurer text, authority text, province text, "ratePpm" integer, reference text, "paymentId" uuid)
  ) AS found
) AS line;

DROP TABLE booked_fact_before;
DROP FUNCTION lines_balance(json);

ALTER TABLE booked_fact
  ADD CONSTRAINT a_booked_fact_is_entered_once PRIMARY KEY (application_id, fact),
  ADD CONSTRAINT a_fact_must_balance CHECK (lines_balance(accounts, amounts, authorities, provinces));
-- Statements, bordereaux and tax reports are of some days; a seller's are of its own.
CREATE INDEX booked_fact_by_day ON booked_fact (day, seller_id);
-- What a settlement file is compared with.
CREATE INDEX booked_fact_by_reference ON booked_fact (party_reference) WHERE party_reference IS NOT NULL;

-- All columns but the seller: the sandbox's reset gives a seller's sales to another.
CREATE TRIGGER booked_fact_is_append_only
  BEFORE DELETE OR UPDATE OF application_id, fact, policy_number, day, accounts, amounts, products, insurers, authorities, provinces,
    rates_ppm, line_references, card_payment_ids, party_reference, entered_at
  ON booked_fact FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE VIEW journal_entry AS
SELECT application_id, fact, entry.line::smallint AS line, policy_number, seller_id, day, entry.account, entry.amount_cents, entry.product,
       entry.insurer, entry.authority, entry.province, entry.rate_ppm, entry.reference, entry.card_payment_id, entered_at, party_reference
FROM booked_fact
CROSS JOIN LATERAL unnest(accounts, amounts, products, insurers, authorities, provinces, rates_ppm, line_references, card_payment_ids)
  WITH ORDINALITY AS entry (account, amount_cents, product, insurer, authority, province, rate_ppm, reference, card_payment_id, line);
