-- A member who is signed in. The token in the cookie names the account, so it is looked up within its bucket; only its
-- hash is stored.
create sequence member_sessions_id_seq;
create table member_sessions (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('member_sessions_id_seq'),
  member_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  -- Moves once a minute at the most; a session that rests too long ends.
  last_used_at timestamptz not null,
  -- However much it is used, it ends then.
  expires_at timestamptz not null,
  origin text,
  user_agent text,
  primary key (bucket, account_id, id),
  unique (bucket, account_id, token_hash),
  foreign key (bucket, account_id, member_id) references members (bucket, account_id, id) on delete cascade
);
create index member_sessions_of_member on member_sessions (bucket, account_id, member_id, last_used_at desc, id desc);

-- The one open invitation of a member: whoever has its link sets the password. A new one takes its place.
create table member_invitations (
  bucket smallint not null,
  account_id bigint not null,
  member_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (bucket, account_id, member_id),
  foreign key (bucket, account_id, member_id) references members (bucket, account_id, id) on delete cascade
);

create index members_newest on members (bucket, account_id, created_at desc, id desc);
