-- oldest version: 1
--
-- The texts of topics and partials in other languages. An older version shows their own texts.
alter table topics add column locales jsonb not null default '[]';
alter table partial_versions add column locales jsonb not null default '[]';
