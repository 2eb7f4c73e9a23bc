-- oldest version: 1
-- outside a transaction
--
-- A name in a script that is written without blanks is found with and without the blank between its parts: 李小龙 is stored as
-- 小龙 and 李. An older version finds it too, because the search of every version calls these functions.

-- Without the blanks between characters of Thai, Lao, Tibetan, Myanmar, Khmer, Hangul, Kana and Han.
create or replace function without_blanks(words text) returns text language sql immutable parallel safe return
  regexp_replace(words, '(?<=[\u0e00-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]) (?=[\u0e00-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\U00020000-\U0003ffff])', '', 'g');

-- As before, and without these blanks.
create or replace function search_words(written text) returns text language sql immutable parallel safe return
  without_blanks(btrim(regexp_replace(
    replace(replace(replace(
      translate(lower(regexp_replace(normalize(written, NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]', '', 'g')),
        'łøđðħŧı', 'loddhti'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[-\s.,;:@+''’"()/&־・]+|(?<=.)_+(?=.)', ' ', 'g')));

-- A text that begins a word without a blank before it. Of Hangul, the first sound of a syllable.
create or replace function begins_word(word text) returns boolean language sql immutable parallel safe return
  word ~ '^[\u0e00-\u109f\u1100-\u1112\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]';

-- True if a word of the text begins with the sought one. Both are made by `search_words`.
create or replace function has_word(words text, sought text) returns boolean language sql immutable parallel safe return
  strpos(' ' || words, ' ' || sought) > 0 or (begins_word(sought) and strpos(words, sought) > 0);

-- As before. The last name with the first name behind it is a row even if the name has more words than rows.
create or replace function words_of_recipient(first_name text, last_name text, email text) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  name constant text := left(search_words(concat_ws(' ', left(first_name, 128), left(last_name, 128))), 256);
  -- A tab marks the begin of each word.
  parts constant text[] := string_to_array(ltrim(replace(
    regexp_replace(name, '([\u0e00-\u109f\u1100-\u1112\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\U00020000-\U0003ffff])', E'\t\\1', 'g'), ' ', E' \t'), E'\t'), E'\t');
  address constant text[] := string_to_array(search_words(email), ' ');
  found text[] := array[left(search_words(concat_ws(' ', left(last_name, 128), left(first_name, 128))), 100)];
begin
  for n in 1..least(cardinality(parts), 12) loop
    found := found || left(without_blanks(btrim(array_to_string(parts[n:], '') || ' ' || array_to_string(parts[:n - 1], ''))), 100);
  end loop;
  for n in 2..least(cardinality(address) - 1, 8) loop
    found := found || left(array_to_string(address[n:], ' '), 100);
  end loop;
  return found;
end $$;

-- As before, in short transactions, because a recipient cannot change while it is locked. It also removes the words that the
-- functions above no longer make.
create or replace procedure fill_recipient_words() language plpgsql as $$
declare
  -- The last recipient of the transaction before, and of this one.
  account_before bigint;
  id_before bigint;
  last_account bigint;
  last_id bigint;
begin
  for number in 0..63 loop
    account_before := 0;
    id_before := 0;
    loop
      select account_id, id into last_account, last_id from (
        select account_id, id from recipients
        where bucket = number and (account_id, id) > (account_before, id_before) order by account_id, id limit 1000
      ) page order by account_id desc, id desc limit 1;
      exit when not found;
      with stored as materialized (
        select * from recipients
        where bucket = number and (account_id, id) > (account_before, id_before) and (account_id, id) <= (last_account, last_id)
          and deleted_at is null
        order by bucket, account_id, id for share
      ), made as materialized (
        select distinct r.bucket, r.account_id, words, r.id
        from stored r, unnest(words_of_recipient(r.first_name, r.last_name, r.email)) words
        where words <> ''
      ), removed as (
        delete from recipient_words w using stored r
        where w.bucket = r.bucket and w.account_id = r.account_id and w.recipient_id = r.id and not exists (
          select from made m
          where m.bucket = w.bucket and m.account_id = w.account_id and m.words = w.words collate "C" and m.id = w.recipient_id)
      )
      insert into recipient_words (bucket, account_id, words, recipient_id)
      select bucket, account_id, words, id from made
      on conflict do nothing;
      commit;
      account_before := last_account;
      id_before := last_id;
    end loop;
  end loop;
end $$;

call fill_recipient_words();
