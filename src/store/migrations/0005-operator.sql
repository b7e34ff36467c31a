-- The operator: accounts, sessions, and what operators did.

CREATE TABLE operator_account (
  id                   uuid PRIMARY KEY DEFAULT uuidv7(),
  name                 text NOT NULL,
  role                 text NOT NULL,
  password_hash        text NOT NULL,
  -- A password that somebody else has chosen or read: the first sign-in asks for another.
  must_change_password boolean NOT NULL DEFAULT true,
  -- Encrypted; null without an authenticator. It counts from the first right code on.
  totp_secret          bytea,
  is_totp_on           boolean NOT NULL DEFAULT false,
  -- The step of the last code that was taken: a code is good once.
  totp_step            bigint NOT NULL DEFAULT 0,
  is_disabled          boolean NOT NULL DEFAULT false,
  created_at           timestamptz NOT NULL DEFAULT now(),
  signed_in_at         timestamptz,
  CONSTRAINT an_operator_has_a_known_role CHECK (role IN ('viewer', 'support', 'admin')),
  CONSTRAINT an_authenticator_has_a_secret CHECK (NOT is_totp_on OR totp_secret IS NOT NULL)
);
CREATE UNIQUE INDEX an_operator_name_is_unique ON operator_account (lower(name));

-- Wrong sign-ins by the name that was typed, whether or not there is such an account: a lock tells nothing.
CREATE TABLE operator_wrong_try (
  name     text PRIMARY KEY,
  tries    integer NOT NULL,
  tried_at timestamptz NOT NULL
);

-- Known by the hash of the token in the browser's cookie.
CREATE TABLE operator_session (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES operator_account,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at    timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX operator_session_by_account ON operator_session (account_id);
CREATE INDEX operator_session_by_expiry ON operator_session (expires_at);

-- What operators did, with who and why. Append only.
CREATE TABLE operator_act (
  id             uuid PRIMARY KEY DEFAULT uuidv7(),
  actor_kind     text NOT NULL,
  actor_name     text NOT NULL,
  action         text NOT NULL,
  subject        text NOT NULL,
  application_id uuid,
  reason         text NOT NULL,
  facts          json NOT NULL,
  acted_at       timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT an_act_is_of_a_known_kind_of_actor CHECK (actor_kind IN ('account', 'command line'))
);
CREATE INDEX operator_act_by_application ON operator_act (application_id, id) WHERE application_id IS NOT NULL;
CREATE INDEX operator_act_by_subject ON operator_act (subject, id);
CREATE TRIGGER operator_act_is_append_only BEFORE UPDATE OR DELETE ON operator_act
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
