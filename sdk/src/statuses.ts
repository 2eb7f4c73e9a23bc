/**
 * The rank of each delivery status. Events arrive in any order: ignore a status with a lower rank than the current one.
 * If a status is missing here, it is newer than this file and has no rank.
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
