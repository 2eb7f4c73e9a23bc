-- oldest version: 1
--
-- The search finds a recipient by the start of each word of its name and its email, also without accents. The next file fills
-- the words of recipients that exist.

-- The words in lower case, without accents, with one space between them: "José García-Ruiz" becomes "jose garcia ruiz". An
-- underscore at an end stays, because a text that is searched is no pattern.
create function search_words(written text) returns text language sql immutable parallel safe return
  btrim(regexp_replace(
    replace(replace(replace(
      translate(lower(regexp_replace(normalize(written, NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]', '', 'g')),
        'łøđðħŧı', 'loddhti'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[-\s.,;:@+''’"()/&־・]+|(?<=.)_+(?=.)', ' ', 'g'));

-- Each word of a name with the words behind it, then those before it. Of an email, each word from the second one on with the
-- words behind it, except the top-level domain. In scripts without spaces, each character begins a word. The numbers bound the
-- rows of a recipient, the length of a row, and the time: one character may become 18.
create function words_of_recipient(first_name text, last_name text, email text) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  name constant text := left(search_words(concat_ws(' ', left(first_name, 128), left(last_name, 128))), 256);
  -- A tab marks the begin of each word.
  parts constant text[] := string_to_array(ltrim(replace(
    regexp_replace(name, '([\u0e00-\u0eff\u1100-\u1112\u3040-\u30ff\u3400-\u9fff])', E'\t\\1', 'g'), ' ', E' \t'), E'\t'), E'\t');
  address constant text[] := string_to_array(search_words(email), ' ');
  found text[] := '{}';
begin
  for n in 1..least(cardinality(parts), 12) loop
    found := found || left(btrim(array_to_string(parts[n:], '') || ' ' || array_to_string(parts[:n - 1], '')), 100);
  end loop;
  for n in 2..least(cardinality(address) - 1, 8) loop
    found := found || left(array_to_string(address[n:], ' '), 100);
  end loop;
  return found;
end $$;

create table recipient_words (
  bucket smallint not null,
  account_id bigint not null,
  -- The order of bytes serves ranges in every collation.
  words text collate "C" not null,
  recipient_id bigint not null,
  primary key (bucket, account_id, words, recipient_id)
);
create index recipient_words_of_recipient on recipient_words (bucket, account_id, recipient_id);
alter table recipient_words alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);

-- A trigger, so that no statement can forget it, nor an older version. It does not run for a recipient that comes with a
-- message and has not changed.
create function write_recipient_words() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'UPDATE' and old.deleted_at is null then
    delete from recipient_words where bucket = old.bucket and account_id = old.account_id and recipient_id = old.id;
  end if;
  if new.deleted_at is null then
    insert into recipient_words (bucket, account_id, words, recipient_id)
    select distinct new.bucket, new.account_id, words, new.id
    from unnest(words_of_recipient(new.first_name, new.last_name, new.email)) words
    where words <> '';
  end if;
  return null;
end $$;

create trigger recipient_inserted after insert on recipients for each row execute function write_recipient_words();
create trigger recipient_updated after update on recipients
  for each row when ((old.first_name, old.last_name, old.email, old.deleted_at is null)
    is distinct from (new.first_name, new.last_name, new.email, new.deleted_at is null))
  execute function write_recipient_words();

-- Fills the words of all recipients. A later change of the functions above empties the table and calls it again. A bucket at a
-- time, so that no recipient is locked for long. The lock lets a change that runs meanwhile win.
create procedure fill_recipient_words() language plpgsql as $$
begin
  for number in 0..63 loop
    insert into recipient_words (bucket, account_id, words, recipient_id)
    select distinct r.bucket, r.account_id, words, r.id
    from (select * from recipients where bucket = number and deleted_at is null for share) r,
      unnest(words_of_recipient(r.first_name, r.last_name, r.email)) words
    where words <> ''
    on conflict do nothing;
    commit;
  end loop;
end $$;

-- When the receiver has last passed a test that is not stored. Failures before it say nothing about the receiver now.
alter table webhook_endpoints add column test_passed_at timestamptz;

-- The resend that sent a message again, so its deliveries are counted for it. Null: none, or an older version recorded it.
alter table messages_sent_again add column resend_id bigint;
alter table delivery_counts
  drop constraint delivery_counts_grouped_by_check,
  add constraint delivery_counts_grouped_by_check
    check (grouped_by in ('all', 'channel', 'template', 'cause', 'template_channel', 'resend')) not valid;
