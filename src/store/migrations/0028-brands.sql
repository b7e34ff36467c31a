-- migration: locks integration, mail
-- What customers of an integration see instead of the operator's name, address, logo, colours, languages and texts;
-- null: the operator's.
ALTER TABLE integration ADD COLUMN brand jsonb;

-- What a sent mail said, as text and as HTML, without the secret of a payment link. Mails of older versions have none.
ALTER TABLE mail ADD COLUMN content json;
