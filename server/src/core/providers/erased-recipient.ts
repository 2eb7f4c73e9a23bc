/** SQL: true if the recipient of a row was erased, perhaps during the send. */
export const isErased = (row: string): string => `coalesce((
       select true from recipients r where r.bucket = ${row}.bucket and r.account_id = ${row}.account_id
         and r.id = ${row}.recipient_id and r.erased_at is not null limit 1), false)`
