-- A seller's calls, for the partner to look at; kept for 7 days. Neither a body nor a token nor a name is in it. Its id
-- begins with its time.
CREATE TABLE partner_request (
  id          uuid PRIMARY KEY,
  seller_id   uuid NOT NULL,
  request_id  text NOT NULL,
  at          timestamptz NOT NULL,
  operation   text NOT NULL,
  status      integer NOT NULL,
  codes       text[] NOT NULL,
  duration_ms integer NOT NULL
);
CREATE INDEX partner_request_by_seller ON partner_request (seller_id, id);
CREATE INDEX partner_request_by_request_id ON partner_request (seller_id, request_id, id);
