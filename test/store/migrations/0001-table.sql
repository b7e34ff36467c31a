CREATE TABLE sold (
  id    bigint PRIMARY KEY,
  name  text NOT NULL,
  code  text,
  fills int NOT NULL DEFAULT 0
);
CREATE TABLE other (id bigint PRIMARY KEY);
