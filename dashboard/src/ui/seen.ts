import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/** Whether the whole element of the ref has been in the window. Then it stays true. */
export function useSeen<Shown extends Element>(): [ref: RefObject<Shown | null>, isSeen: boolean] {
  const ref = useRef<Shown>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen || ref.current === null) return
    const look = (entries: IntersectionObserverEntry[]) => setSeen(entries.some((entry) => entry.isIntersecting))
    const observer = new IntersectionObserver(look, { threshold: 1 })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isSeen])
  return [ref, isSeen]
}
