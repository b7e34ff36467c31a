-- migration: locks due_charge, mail
-- Mails about unpaid money: each refused charge is told to the customer, and later a notice that the cover may be ended.
-- They have no documents, so what they say is kept with them. Their kinds are numbered where a policy can have several
-- (`refusal 2`), so that an address still gets each mail once; the list of kinds is the service's.
ALTER TABLE mail ADD COLUMN facts json;
ALTER TABLE mail DROP CONSTRAINT IF EXISTS a_mail_is_of_a_known_kind;
ALTER TABLE mail ADD CONSTRAINT a_mail_has_a_kind CHECK (kind ~ '^[a-z][a-z -]{1,30}( [0-9]{1,4})?$') NOT VALID;

-- The seller's day of the last refusal, from which the days until the notice are counted, and the day of the notice.
ALTER TABLE due_charge ADD COLUMN refused_on date;
ALTER TABLE due_charge ADD COLUMN lapse_noticed_on date;
UPDATE due_charge SET refused_on = given_up_at::date WHERE given_up_at IS NOT NULL AND last_error LIKE 'refused%';
