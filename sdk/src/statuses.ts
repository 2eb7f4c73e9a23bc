/**
 * The statuses of a delivery by rank. Events arrive in any order: a status with a lower rank than the one that you have
 * is old news. A status that is not here is newer than this file, and is ranked nowhere.
 */
export const STATUS_RANKS: Readonly<Record<string, number>> = {
  scheduled: 10,
  queued: 20,
  retrying: 30,
  sent: 40,
  failed: 50,
  delivered: 60,
  bounced: 70,
  opened: 80,
  canceled: 90,
}
