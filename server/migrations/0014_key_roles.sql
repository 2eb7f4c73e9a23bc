-- A key that may send messages, and may not change how they are sent. Rows of before satisfy the wider constraint.

alter table api_keys drop constraint api_keys_role_check;
alter table api_keys add constraint api_keys_role_check check (role in ('full', 'send', 'read')) not valid;
alter table api_keys validate constraint api_keys_role_check;

-- A quota counts these, and revoked keys stay for ever.
create index api_keys_active on api_keys (bucket, account_id) where revoked_at is null;
