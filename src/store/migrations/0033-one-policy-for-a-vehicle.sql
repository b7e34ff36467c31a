-- Whether a vehicle that a policy of the integration covers can't be sold another one.
ALTER TABLE integration ADD COLUMN refuses_second_policy boolean NOT NULL DEFAULT false;
