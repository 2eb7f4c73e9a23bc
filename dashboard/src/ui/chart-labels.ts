/** The labels of an axis of time: whole hours and midnights on the clock of the member. */
import { timeHabit, useTimeFormat } from './time-habit.ts'
import { nextWhole } from './wall-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** On a clock of 24 hours, a bare hour is no time. */
const CLOCK_24 = { hour: '2-digit', minute: '2-digit' } as const
const CLOCK_12 = { hour: 'numeric', minute: '2-digit' } as const
const HOUR_12 = { hour: 'numeric' } as const
const WEEKDAY = { weekday: 'short' } as const
const DAY = { day: 'numeric' } as const
const DATE = { day: 'numeric', month: 'short' } as const

/** The time between two labels, and their format, for bars of this length. */
function unitOf(barMs: number, hasTwelve: boolean): { unitMs: number; format: Intl.DateTimeFormatOptions } {
  const clock = hasTwelve ? CLOCK_12 : CLOCK_24
  if (barMs < 10 * MINUTE_MS) return { unitMs: 10 * MINUTE_MS, format: clock }
  if (barMs < HOUR_MS) return { unitMs: HOUR_MS, format: clock }
  if (barMs === HOUR_MS) return { unitMs: 3 * HOUR_MS, format: hasTwelve ? HOUR_12 : CLOCK_24 }
  return { unitMs: DAY_MS, format: barMs < DAY_MS ? DAY : DATE }
}

/** The moment that names a bar of days. It may begin some hours before or after midnight, in UTC or after a change of the clock. */
export const middleOf = (startMs: number, barMs: number): number => (barMs < DAY_MS ? startMs : startMs + barMs / 2)

/** The label of a bar, and where it begins: 0 is the start of the bar, 1 its end. */
export interface BarLabel {
  label: string
  labelAt: number
}

/** The labels of bars of one length, ms, by the start of each. A bar without a whole hour in it has none. */
export function useBarLabels(barMs: number): (startMs: number) => BarLabel {
  const { hour12: hasTwelve = false } = useTimeFormat(HOUR_12).resolvedOptions()
  const { unitMs, format: options } = unitOf(barMs, hasTwelve)
  const zone = timeHabit.use().zone ?? undefined
  const [format, weekday] = [useTimeFormat(options), useTimeFormat(WEEKDAY)]
  // The weekday is first in every language.
  const textOf = (at: number) => (options === DAY ? `${weekday.format(at)} ${format.format(at)}` : format.format(at))
  return (startMs) => {
    if (barMs >= DAY_MS) return { label: textOf(middleOf(startMs, barMs)), labelAt: 0 }
    const whole = nextWhole(startMs, zone, unitMs)
    if (whole >= startMs + barMs) return { label: '', labelAt: 0 }
    return { label: textOf(whole), labelAt: (whole - startMs) / barMs }
  }
}
