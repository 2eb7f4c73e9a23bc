-- oldest version: 1

-- Failed and bounced deliveries of a channel that say nothing about the channel: the recipient cannot be reached on it, for example
-- without a device. Only of the groups by channel.
alter table delivery_counts add column unreachable integer not null default 0;
