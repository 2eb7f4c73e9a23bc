-- Where all accounts are small the most common one has a small share too, and an index that begins with the account may still
-- seem as good as the key. Ids are unique by themselves: an index of them alone is better in any case, since it is searched
-- once and not, as the planner has it, once for each bucket that a statement names.

create index deliveries_id on deliveries (id);
create index deliveries_message_id on deliveries (message_id);
-- Last, since from here on everybody waits.
drop index deliveries_of_message;
