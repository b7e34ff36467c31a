-- == OAuth clients ==
-- A client of OAuth 2.0 belongs to an integration and acts for its sellers: for those named, or for all. It proves itself
-- by its secret or by its own key, of which we keep the public half.

CREATE TABLE oauth_client (
  id                    uuid PRIMARY KEY DEFAULT uuidv7(),
  integration_id        uuid NOT NULL REFERENCES integration,
  client_id             text NOT NULL UNIQUE,
  name                  text NOT NULL,
  secret_hash           text NOT NULL,
  secret_issued_at      timestamptz NOT NULL DEFAULT now(),
  previous_secret_hash  text,
  previous_secret_until timestamptz,
  -- JSON Web Keys; null: the client proves itself by its secret alone.
  public_keys           jsonb,
  -- Null: all sellers of the integration.
  seller_ids            uuid[],
  scopes                text[] NOT NULL,
  is_disabled           boolean NOT NULL DEFAULT false,
  created_at            timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_client_has_known_scopes CHECK (scopes <@ ARRAY['sell', 'read', 'manage'] AND cardinality(scopes) > 0),
  CONSTRAINT a_previous_client_secret_has_an_end
    CHECK ((previous_secret_hash IS NULL) = (previous_secret_until IS NULL))
);
CREATE INDEX oauth_client_by_integration ON oauth_client (integration_id, id);
CREATE TRIGGER oauth_client_changed AFTER INSERT OR UPDATE OR DELETE ON oauth_client
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('sellers');

-- Assertions that were taken: each is good once. What has expired can go.
CREATE TABLE oauth_assertion (
  client_id  uuid NOT NULL,
  jti        text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, jti)
);
CREATE INDEX oauth_assertion_by_expiry ON oauth_assertion (expires_at);
