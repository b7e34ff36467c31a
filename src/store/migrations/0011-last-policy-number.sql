-- A ninth digit would be cut off and the number given to two policies. The claim draws it: there a bind can still stop before
-- any money moves.
ALTER SEQUENCE policy_number_seq MAXVALUE 99999999;
