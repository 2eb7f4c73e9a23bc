import { useSyncExternalStore } from 'react'
import { useTimeFormat } from './time-habit.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const EXACT = { dateStyle: 'medium', timeStyle: 'medium' } as const
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' })

const TICK_MS = 30_000
let tick = 0
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** All relative times of the page change together. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    tick += 1
    for (const one of listeners) one()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function sinceText(ms: number): string {
  const size = Math.abs(ms)
  if (size < MINUTE_MS) return ms <= 0 ? 'just now' : 'in a moment'
  if (size < HOUR_MS) return relative.format(Math.round(ms / MINUTE_MS), 'minute')
  if (size < DAY_MS) return relative.format(Math.round(ms / HOUR_MS), 'hour')
  return relative.format(Math.round(ms / DAY_MS), 'day')
}

/**
 * A time of the API: how long ago, or (`full`) date and time in the member's zone. The exact UTC time is its title.
 * Nothing for null.
 */
export function Time({ at, full = false }: { at: string | null; full?: boolean }) {
  // Rendered again with every tick, with the current time.
  useSyncExternalStore(subscribe, () => tick)
  const exact = useTimeFormat(EXACT)
  if (at === null) return <span className="muted">–</span>
  const time = Date.parse(at)
  return (
    <time dateTime={at} title={at} className="nowrap">
      {full ? exact.format(time) : sinceText(time - Date.now())}
    </time>
  )
}

const CLOCK = { timeStyle: 'medium' } as const
const DAY = { dateStyle: 'medium' } as const

/** An exact time in a list by time: the date only if it is not that of the entry before. */
export function DayTime({ at, before }: { at: string; before: string | null }) {
  const day = useTimeFormat(DAY)
  const clock = useTimeFormat(CLOCK)
  const time = Date.parse(at)
  if (before === null || day.format(Date.parse(before)) !== day.format(time)) return <Time at={at} full />
  return (
    <time dateTime={at} title={at} className="nowrap">
      {clock.format(time)}
    </time>
  )
}

const TODAY = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
const EARLIER = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

/** Half a year: a time that is further away needs its year, ms. */
const FAR_MS = 182 * 86_400_000

/**
 * A time in a row of a list, in the member's zone: only the clock for today, only the date if it is far away, and how long ago it
 * was. Its title has the date and the second.
 */
export function ListTime({ at }: { at: string | null }) {
  useSyncExternalStore(subscribe, () => tick)
  const [day, clock] = [useTimeFormat(DAY), useTimeFormat(TODAY)]
  const [earlier, exact] = [useTimeFormat(EARLIER), useTimeFormat(EXACT)]
  if (at === null) return <span className="muted">–</span>
  const time = Date.parse(at)
  const isToday = day.format(time) === day.format(Date.now())
  const isFar = Math.abs(time - Date.now()) > FAR_MS
  return (
    <>
      <time dateTime={at} title={exact.format(time)} className="line">
        {(isToday ? clock : isFar ? day : earlier).format(time)}
      </time>
      <span className="line">{sinceText(time - Date.now())}</span>
    </>
  )
}
