-- migration: no transaction
-- Few links are withdrawn: a list of them would look at all links of the seller.
CREATE INDEX CONCURRENTLY IF NOT EXISTS sale_link_withdrawn ON sale_link (seller_id, id) WHERE withdrawn_at IS NOT NULL;
