import { IDS_PER_DAY } from '../ids.ts'

/**
 * SQL: true if the id has a day from that of `lowest` to that of `highest`. A message and its deliveries have ids of the
 * same day. So this limits the partitions in which the deliveries of a message are searched, and the messages of
 * deliveries.
 */
export function sameDay(id: string, lowest: string, highest = lowest): string {
  return `${id} >= ${lowest} / ${IDS_PER_DAY} * ${IDS_PER_DAY} and ${id} < (${highest} / ${IDS_PER_DAY} + 1) * ${IDS_PER_DAY}`
}

/**
 * SQL: true if the id is in the array. Names the bounds too, because PostgreSQL skips partitions by them, but not by an
 * array.
 */
export function amongIds(id: string, array: string): string {
  return `${id} = any(${array}) and ${id} between (select min(one) from unnest(${array}) one)
     and (select max(one) from unnest(${array}) one)`
}
