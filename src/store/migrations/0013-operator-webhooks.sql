-- migration: locks integration, webhook_endpoint
-- An endpoint of the operator's hears of all sellers of an integration.
ALTER TABLE webhook_endpoint
  ALTER COLUMN seller_id DROP NOT NULL,
  ADD COLUMN integration_id uuid REFERENCES integration,
  ADD CONSTRAINT an_endpoint_is_of_a_seller_or_an_integration CHECK (num_nonnulls(seller_id, integration_id) = 1);
CREATE INDEX webhook_endpoint_by_integration ON webhook_endpoint (integration_id, id) WHERE integration_id IS NOT NULL;

-- What the operator is told by mail, in both languages. Unlike a customer's mail it may arrive twice.
CREATE TABLE operator_mail (
  id         uuid PRIMARY KEY DEFAULT uuidv7(),
  subject    text NOT NULL,
  body       text NOT NULL,
  LIKE durable_work INCLUDING ALL,
  created_at timestamptz NOT NULL DEFAULT now()
);
