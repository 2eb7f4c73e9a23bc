import { useEffect, useState } from 'react'
import type { ApiFailure } from '../api/call.ts'
import { Notice } from '../ui/notice.tsx'

const SECOND_MS = 1000

/** Seconds until the next try is allowed, or 0. */
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

/** Shows the wait after too many failed tries. Screen readers do not read out every second. */
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
