import { READ_ON } from '../../server/src/platform/config/secure-releases.ts'

const AGE_DAYS_MAX = 60
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Why the list of secure releases of Node and PostgreSQL must be read anew, or null. `npm run check` only prints it,
 * because no check of a commit may begin to fail by the date alone. A release fails.
 */
export function staleSecureReleases(now: Date, readOn = READ_ON): string | null {
  const ageDays = Math.floor((now.getTime() - Date.parse(readOn)) / DAY_MS)
  if (ageDays <= AGE_DAYS_MAX) return null
  return `server/src/platform/config/secure-releases.ts is ${ageDays} days old: read its pages, and change its versions and its date`
}
