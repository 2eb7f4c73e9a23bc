-- oldest version: 1
--
-- Phone numbers have no zero of the country behind its code (docs/decisions/0078). An older version kept it in suppressed numbers, so
-- messages to the number would go out again. In the countries of these codes no number begins with it. Of a number that is
-- suppressed in both spellings, the present one stays.
with respelled as materialized (
  select bucket, account_id, address, regexp_replace(address,
    '^\+(20|21[1238]|23[1-4]|24[39]|25[01245]|256|26[0-5]|27|291|31|32|33|353|355|358|359|370|37[3457]|38[0-3]|38[5679]|40|41|42[13]|43|'
    '44|46|49|508|51|53|54|55|58|59[0134568]|6[0-4]|66|686|81|82|84|850|85[56]|86|88[06]|9[0-5]|96[12346]|967|97[0-2]|97[67]|98|'
    '99[456])0(?=\d)', '+\1') as spelled
  from suppressions where channel_type = 'sms'
), judged as materialized (
  select r.*, exists (
    select from suppressions o where o.bucket = r.bucket and o.account_id = r.account_id and o.channel_type = 'sms' and o.address = r.spelled
  ) as is_double
  from respelled r where spelled <> address
), moved as (
  update suppressions s set address = j.spelled from judged j
  where not j.is_double and s.bucket = j.bucket and s.account_id = j.account_id and s.channel_type = 'sms' and s.address = j.address
)
delete from suppressions s using judged j
where j.is_double and s.bucket = j.bucket and s.account_id = j.account_id and s.channel_type = 'sms' and s.address = j.address;
