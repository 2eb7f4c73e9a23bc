import { useEffect, useRef, useState } from 'react'
import './mail-frame.css'

/** A longer mail scrolls. */
const HEIGHT_MAX_PX = 640
const BORDERS_PX = 2

/** Links would leave the page of the frame. The policy forbids it. */
function stay(event: Event): void {
  event.preventDefault()
}

/** Attributes that run scripts or load remote content, also the open pixel. */
const OUTWARD = /(?<=[\s"'/])(on[a-z]+|srcset|background|poster|src(?!\s*=\s*["']?data:))(?=\s*=)/gi

/** Removes everything the policy of the frame refuses, because browsers log each refusal. */
function withoutRefused(html: string): string {
  return html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(OUTWARD, 'data-$1'))
}

/**
 * Shows the HTML of a mail. It has its own page, and the policy of this page allows only styles:
 * no script runs, nothing is loaded from other servers, no link works.
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
      // The same origin, so we can insert the mail. Without scripts, the mail cannot use this.
      sandbox="allow-same-origin"
      title={label}
      onLoad={() => setLoaded(true)}
    />
  )
}
