-- migration: no transaction
-- A seller's applications by its own reference and by the day of the quote, each in the order of lists.
CREATE INDEX CONCURRENTLY IF NOT EXISTS application_by_partner_reference
  ON application (seller_id, ((inputs ->> 'partnerReference') COLLATE "C"), id)
  WHERE inputs ->> 'partnerReference' IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS application_by_quote_day ON application (seller_id, quoted_on, id);
