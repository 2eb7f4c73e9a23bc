-- oldest version: 1
--
-- A recipient has one device per token, whatever the spelling of the token: `tokenIdentity` of core/recipients/device.ts has the same
-- rules. Of devices with the same token, the last registered stays.
with spelled as materialized (
  select bucket, account_id, recipient_id, id, updated_at, platform, case platform
    when 'apns' then lower(token)
    when 'expo' then regexp_replace(token, '^Expo(nent)?PushToken', '')
    when 'web_push' then regexp_replace(lower(substring(subscription ->> 'endpoint' from '^[^:]+://[^/]*')), ':443$', '')
      || coalesce(substring(subscription ->> 'endpoint' from '^[^:]+://[^/]*(/.*)$'), '/')
    else token
  end as identity
  from devices
), ranked as (
  select bucket, account_id, id, row_number() over (
    partition by bucket, account_id, recipient_id, platform, identity order by updated_at desc, id desc
  ) as place
  from spelled
)
delete from devices d using ranked r
where r.place > 1 and d.bucket = r.bucket and d.account_id = r.account_id and d.id = r.id;
