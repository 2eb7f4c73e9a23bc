import { useEffect, useRef, useState } from 'react'
import './mail-frame.css'

/** A longer mail scrolls. */
const HEIGHT_MAX_PX = 640
const BORDERS_PX = 2

/** A link would lead out of the frame's page, which nothing may. */
function stay(event: Event): void {
  event.preventDefault()
}

/** Attributes by which a tag would run something, or load something from elsewhere: also the pixel that counts opens. */
const OUTWARD = /(?<=[\s"'/])(on[a-z]+|srcset|background|poster|src(?!\s*=\s*["']?data:))(?=\s*=)/gi

/** Without what the frame's policy would refuse: a browser complains of each. */
function withoutRefused(html: string): string {
  return html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(OUTWARD, 'data-$1'))
}

/**
 * The HTML of a mail as it will look. It stands in a page of its own whose policy lets it have styles and nothing
 * else: no script of it runs, nothing is loaded from elsewhere, no link is followed.
 */
export function MailFrame({ html, label }: { html: string; label: string }) {
  const ref = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const page = ref.current?.contentDocument
    if (!isLoaded || page == null) return
    page.documentElement.innerHTML = withoutRefused(html)
    ref.current!.style.height = `${Math.min(page.documentElement.offsetHeight, HEIGHT_MAX_PX) + BORDERS_PX}px`
    page.addEventListener('click', stay)
    return () => page.removeEventListener('click', stay)
  }, [isLoaded, html])
  return (
    <iframe
      ref={ref}
      className="mail-frame"
      src="/mail-frame.html"
      // The same origin, so that the mail can be put into it; without scripts it can do nothing with that.
      sandbox="allow-same-origin"
      title={label}
      onLoad={() => setLoaded(true)}
    />
  )
}
