/** How the member reads times. It is a habit of the person at this browser, so the browser stores it. */
import { useSyncExternalStore } from 'react'

/** `auto`: as the language of the browser has it. */
export type Hours = 'auto' | '24' | '12'

export interface TimeHabit {
  /** An IANA name. null: the zone of the browser. */
  zone: string | null
  hours: Hours
}

const NAME = 'times'
const AUTOMATIC: TimeHabit = { zone: null, hours: 'auto' }

function isZone(zone: unknown): zone is string {
  try {
    if (typeof zone !== 'string') return false
    Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** The stored habit. Values of another version, or none: automatic. */
function read(): TimeHabit {
  try {
    const { zone, hours } = JSON.parse(localStorage.getItem(NAME) ?? '{}') as Partial<Record<keyof TimeHabit, unknown>>
    return { zone: isZone(zone) ? zone : null, hours: hours === '24' || hours === '12' ? hours : 'auto' }
  } catch {
    return AUTOMATIC
  }
}

let habit = read()
const listeners = new Set<() => void>()

/** Changes all times of the page, and of later pages in this browser. */
export function setTimeHabit(next: TimeHabit): void {
  habit = next
  try {
    localStorage.setItem(NAME, JSON.stringify(next))
  } catch {
    // Without storage, the habit ends with the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTimeHabit(): TimeHabit {
  return useSyncExternalStore(subscribe, () => habit)
}

const CYCLES = { auto: undefined, 24: 'h23', 12: 'h12' } as const

/** To make one takes milliseconds, and a list has hundreds of times. */
const kept = new Map<string, Intl.DateTimeFormat>()

/** A format in the zone of the member, unless the options have one, and with the hours of the member. */
export function useTimeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { zone, hours } = useTimeHabit()
  const all = { timeZone: zone ?? undefined, ...options, hourCycle: CYCLES[hours] }
  const key = JSON.stringify(all)
  const found = kept.get(key)
  if (found !== undefined) return found
  const made = new Intl.DateTimeFormat(undefined, all)
  kept.set(key, made)
  return made
}
