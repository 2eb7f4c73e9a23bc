-- The dashboard reads from the events whether a receiver has confirmed one.
drop table first_steps;
