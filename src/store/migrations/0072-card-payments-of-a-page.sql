-- Started by a customer on the page of a sale link, not by the partner: it goes with the link.
ALTER TABLE card_payment ADD COLUMN is_of_page boolean NOT NULL DEFAULT false;
