-- A person has one sign-in and may be a member of several accounts. An email proves nothing about who has it, so several
-- people may have one: each account invites by email, and who accepts says by the password which of them it is.

create sequence people_id_seq;

-- Found at sign-in without an account, as API keys are. All people of an email have one salt, so that one hash of the
-- password given is compared with each of them.
create table people (
  id bigint primary key default nextval('people_id_seq'),
  email text not null check (email = lower(email)),
  password_hash text not null,
  password_set_at timestamptz not null,
  created_at timestamptz not null
);
create index people_of_email on people (email, password_set_at desc, id desc);

-- In which accounts a person is a member: it tells the account at sign-in.
create table person_accounts (
  person_id bigint not null references people (id) on delete cascade,
  bucket smallint not null,
  account_id bigint not null,
  member_id bigint not null,
  -- When a session was begun there last: sign-in enters the account that was used last.
  entered_at timestamptz not null,
  primary key (person_id, account_id),
  unique (bucket, account_id, member_id)
);

-- Who has accepted the invitation; null until then.
alter table members add column person_id bigint;

insert into people (email, password_hash, password_set_at, created_at)
select lower(email), password_hash, created_at, created_at from members where password_hash is not null
order by created_at, id;

-- Emails were unique in the service.
update members m set person_id = p.id from people p where p.email = lower(m.email) and m.password_hash is not null;

insert into person_accounts (person_id, bucket, account_id, member_id, entered_at)
select person_id, bucket, account_id, id, created_at from members where person_id is not null;

-- An invitation never changes the password of a member who has one.
delete from member_invitations i using members m
where m.bucket = i.bucket and m.account_id = i.account_id and m.id = i.member_id and m.person_id is not null;

-- The session that was begun with the password, if this one was begun by going from it to another account; null: itself.
alter table member_sessions add column first_id bigint;

alter table members drop column password_hash;
drop table member_emails;
create unique index members_email on members (bucket, account_id, email);
