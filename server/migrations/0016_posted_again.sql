-- Whether the event was POSTed twice within the attempt: a receiver had closed the kept connection of the first.
alter table attempts add column posted_again boolean not null default false;
