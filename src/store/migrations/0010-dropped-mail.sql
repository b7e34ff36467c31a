-- A mail also ends as `dropped`: its address was corrected before it went out or arrived, and the new address has it or gets it.
ALTER TABLE mail
  DROP CONSTRAINT a_mail_has_a_known_state,
  ADD CONSTRAINT a_mail_has_a_known_state CHECK (state IN ('due', 'sending', 'sent', 'undeliverable', 'dropped'));

UPDATE mail
SET state = 'dropped'
WHERE state = 'undeliverable' AND last_cause = 'the address was corrected; a mail to the new one is on record';
