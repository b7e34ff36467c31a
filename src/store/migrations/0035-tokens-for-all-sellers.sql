-- migration: locks oauth_client, webhook_endpoint
-- An endpoint of an OAuth client hears of all sellers that the client may act for.
ALTER TABLE webhook_endpoint
  ADD COLUMN oauth_client_id uuid REFERENCES oauth_client,
  DROP CONSTRAINT an_endpoint_is_of_a_seller_or_an_integration,
  ADD CONSTRAINT an_endpoint_has_one_owner CHECK (num_nonnulls(seller_id, integration_id, oauth_client_id) = 1);
CREATE INDEX webhook_endpoint_by_oauth_client ON webhook_endpoint (oauth_client_id, id) WHERE oauth_client_id IS NOT NULL;
