-- oldest version: 1
-- outside a transaction
--
-- Names are found by their words. An older version searches them without these indexes.
call fill_recipient_words();
drop index concurrently if exists recipients_folded_name;
drop index concurrently if exists recipients_folded_last_name;
