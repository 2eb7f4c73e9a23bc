import { useEffect, useState } from 'react'
import type { ApiFailure } from '../api/call.ts'
import { Notice } from '../ui/notice.tsx'

const SECOND_MS = 1000

/** Seconds until the service lets another try through; 0 if it does now. */
export function useThrottle(error: ApiFailure | null): number {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (error?.code !== 'rate_limited' || error.retryAfterSeconds === null) return
    const end = Date.now() + error.retryAfterSeconds * SECOND_MS
    setUntil(end)
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [error])
  return Math.max(0, Math.ceil((until - now) / SECOND_MS))
}

/** Says that too many tries failed, and for how long to wait; the seconds are not read out one by one. */
export function Throttled({ secondsLeft }: { secondsLeft: number }) {
  return (
    <Notice tone="warn" live>
      {secondsLeft > 0 ? (
        <p>
          Too many failed tries. Wait before you try again
          <span aria-hidden="true">: {secondsLeft} s</span>.
        </p>
      ) : (
        <p>You can try again now.</p>
      )}
    </Notice>
  )
}
