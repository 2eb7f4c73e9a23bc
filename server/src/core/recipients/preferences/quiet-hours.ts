/** Quiet hours of a recipient, in her time zone. They delay a send to their end and never drop it. */

const MINUTE_MS = 60_000
const MINUTES_PER_DAY = 24 * 60

/** Jumps to the end by the clock. A change of the clocks by an hour or two needs one or two more. */
const JUMPS_MAX = 5

/** Hours of a day that may be quiet. The others are long enough for a change of the clocks not to skip all of them. */
const QUIET_HOURS_MAX = 20

/** Minutes after midnight. They may span midnight: from 22:00 until 7:00. */
export interface QuietHours {
  from: number
  until: number
}

/** Formatters are slow to make. In practice there are few time zones. */
const formats = new Map<string, Intl.DateTimeFormat>()
const FORMATS_MAX = 1_000

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  if (formats.size < FORMATS_MAX) formats.set(timeZone, format)
  return format
}

/** A stored zone that this version of ICU does not know counts as UTC. */
function safeFormatOf(timeZone: string | null): Intl.DateTimeFormat {
  try {
    return formatOf(timeZone ?? 'UTC')
  } catch {
    return formatOf('UTC')
  }
}

const modulo = (minutes: number) => (minutes + MINUTES_PER_DAY) % MINUTES_PER_DAY

/**
 * The end of valid quiet hours, ms since the epoch, if `nowMs` lies in them. Otherwise null. `timeZone`: of the IANA
 * database; null counts as UTC. If a change of the clocks skips the end, the quiet hours end with the change.
 */
export function quietEnd({ from, until }: QuietHours, timeZone: string | null, nowMs: number): number | null {
  const format = safeFormatOf(timeZone)
  const minuteAt = (timeMs: number) => {
    const [hour, minute] = format.format(timeMs).split(':').map(Number) as [number, number]
    return hour * 60 + minute
  }
  const isQuiet = (timeMs: number) => modulo(minuteAt(timeMs) - from) < modulo(until - from)
  if (!isQuiet(nowMs)) return null
  let quiet = Math.floor(nowMs / MINUTE_MS)
  let end = quiet
  for (let jumps = 0; jumps < JUMPS_MAX && isQuiet(end * MINUTE_MS); jumps++) {
    quiet = end
    end += modulo(until - minuteAt(end * MINUTE_MS))
  }
  // The clocks went forward on the way: the end was between the two, to the minute.
  while (end - quiet > 1 && minuteAt(end * MINUTE_MS) !== until) {
    const middle = Math.floor((quiet + end) / 2)
    if (isQuiet(middle * MINUTE_MS)) quiet = middle
    else end = middle
  }
  return end * MINUTE_MS
}

/** The error sentence if the quiet hours are empty or too long, otherwise null. */
export function quietHoursMistake({ from, until }: QuietHours): string | null {
  const minutes = modulo(until - from)
  return minutes > 0 && minutes <= QUIET_HOURS_MAX * 60
    ? null
    : `must be after from, by at most ${QUIET_HOURS_MAX} hours`
}

/** `07:30` as minutes after midnight. The text must match `TIME_OF_DAY`. */
export function minutesOf(text: string): number {
  const [hour, minute] = text.split(':').map(Number) as [number, number]
  return hour * 60 + minute
}

/** Minutes after midnight as `07:30`. */
export function timeOfDay(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
