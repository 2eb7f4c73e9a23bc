import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
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

/** The same without images of other servers. */
const OUTWARD_BUT_IMAGES =
  /(?<=[\s"'/])(on[a-z]+|srcset|background|poster|src(?!\s*=\s*["']?(?:data|https):))(?=\s*=)/gi

const REMOTE_IMAGE = /<img\b[^<>]*\ssrc\s*=\s*["']?https:/i

/** Removes everything the policy of the frame refuses, because browsers log each refusal. */
function withoutRefused(html: string, withImages: boolean): string {
  const outward = withImages ? OUTWARD_BUT_IMAGES : OUTWARD
  return html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(outward, 'data-$1'))
}

/**
 * Shows the HTML of a mail. It has its own page, and the policy of this page allows only styles:
 * no script runs, nothing is loaded from other servers, no link works. `withImages`: it loads images by https.
 */
function Frame({ html, label, withImages }: { html: string; label: string; withImages: boolean }) {
  const ref = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const page = ref.current?.contentDocument
    if (!isLoaded || page == null) return
    page.documentElement.innerHTML = withoutRefused(html, withImages)
    ref.current!.style.height = `${Math.min(page.documentElement.offsetHeight, HEIGHT_MAX_PX) + BORDERS_PX}px`
    page.addEventListener('click', stay)
    return () => page.removeEventListener('click', stay)
  }, [isLoaded, html, withImages])
  return (
    <iframe
      ref={ref}
      className="mail-frame"
      // The service gives this address another policy.
      src={withImages ? '/mail-frame.html?images' : '/mail-frame.html'}
      // The same origin, so we can insert the mail. Without scripts, the mail cannot use this.
      sandbox="allow-same-origin"
      title={label}
      onLoad={() => setLoaded(true)}
    />
  )
}

/**
 * A mail in its frame. `mayShowImages`: a button loads its images from other servers. Not for mails that were sent: their
 * open pixel would be loaded too.
 */
export function MailFrame({
  html,
  label,
  mayShowImages = false,
}: {
  html: string
  label: string
  mayShowImages?: boolean
}) {
  const [withImages, setWithImages] = useState(false)
  const isAsked = mayShowImages && !withImages && REMOTE_IMAGE.test(html)
  return (
    <>
      {isAsked && (
        <div className="mail-images">
          <Button onClick={() => setWithImages(true)}>Show images</Button>
          <span className="muted small">Other servers then see your address and the time.</span>
        </div>
      )}
      <Frame key={String(withImages)} html={html} label={label} withImages={withImages} />
    </>
  )
}
