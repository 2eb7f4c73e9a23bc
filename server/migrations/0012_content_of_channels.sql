-- oldest version: 1

-- What the text of a channel has beside subject and body, {"email": {...}} or {"push": {...}}. An older version keeps it, but does not
-- send it.
alter table template_channels add column content jsonb;
