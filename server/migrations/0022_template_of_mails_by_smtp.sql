-- oldest version: 1
--
-- The template of mails by SMTP that name none. An older version shows neither the field nor takes such mails.
alter table accounts add column smtp_template_id bigint;
