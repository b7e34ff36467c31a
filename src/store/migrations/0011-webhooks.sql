-- == Webhooks ==
-- Where events are sent. The endpoint is the durable work: it is due when one of its deliveries is, and whoever takes it
-- sends what is due, one after the other. So a slow endpoint holds up nobody but itself. Its secrets are encrypted.

CREATE TABLE webhook_endpoint (
  id                    uuid PRIMARY KEY DEFAULT uuidv7(),
  seller_id             uuid NOT NULL REFERENCES seller,
  url                   text NOT NULL,
  types                 text[] NOT NULL,
  description           text,
  is_disabled           boolean NOT NULL DEFAULT false,
  secret                bytea NOT NULL,
  previous_secret       bytea,
  previous_secret_until timestamptz,
  -- Since when no delivery has succeeded; null while they do.
  failing_since         timestamptz,
  LIKE durable_work INCLUDING ALL,
  created_at            timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_previous_webhook_secret_has_an_end CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
);
ALTER TABLE webhook_endpoint ALTER COLUMN due_at DROP DEFAULT;
CREATE INDEX webhook_endpoint_by_seller ON webhook_endpoint (seller_id, id);

-- An event on its way to an endpoint.
CREATE TABLE webhook_delivery (
  id              uuid PRIMARY KEY DEFAULT uuidv7(),
  endpoint_id     uuid NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
  event_id        uuid NOT NULL,
  type            text NOT NULL,
  -- Of a test message; an event has its own.
  body            json,
  attempts        integer NOT NULL DEFAULT 0,
  response_status integer,
  last_error      text,
  last_attempt_at timestamptz,
  -- When it is tried next; null: it has arrived or is not tried again.
  due_at          timestamptz DEFAULT now(),
  delivered_at    timestamptz,
  CONSTRAINT a_delivery_that_arrived_is_over CHECK (delivered_at IS NULL OR due_at IS NULL)
);
CREATE INDEX webhook_delivery_by_endpoint ON webhook_delivery (endpoint_id, id);
CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint_id, due_at) WHERE due_at IS NOT NULL;
