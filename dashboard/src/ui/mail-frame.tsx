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

/** Elements of no mail program. A browser may connect to the server of a link in advance, and no policy forbids it. */
const REMOVED = 'link, meta, base, script, iframe, frame, object, embed'

/** Attributes that load something, also the open pixel. */
const LOADING = new Set(['src', 'srcset', 'background', 'poster'])

/** A browser logs these elements and attributes of events while it reads the mail, so they get other names before. */
const BASE = /<base(?=[\s/>])/gi
const TAG = /<[a-z][^<>]*>/gi
const EVENT = /(?<=[\s"'/])on(?=[a-z]+\s*=)/gi

const REMOTE_IMAGE = /<img\b[^<>]*\ssrc\s*=\s*["']?https:/i

/** The mail without everything that the policy of the page refuses, because browsers log each refusal. */
function mailOf(page: Document, html: string, withImages: boolean): HTMLElement {
  // This document has no window, so it loads and runs nothing.
  const { documentElement: mail } = page.implementation.createHTMLDocument()
  mail.innerHTML = html.replaceAll(BASE, '<data-base').replaceAll(TAG, (tag) => tag.replaceAll(EVENT, 'data-on'))
  const isAllowed = withImages ? /^(data|https):/i : /^data:/i
  for (const element of mail.querySelectorAll('*')) {
    if (element.matches(REMOVED)) element.remove()
    for (const { name, value } of [...element.attributes])
      if (name.startsWith('on') || (LOADING.has(name) && !(name === 'src' && isAllowed.test(value.trim()))))
        element.removeAttribute(name)
  }
  return mail
}

/**
 * Shows the HTML of a mail. It has its own page, and the policy of this page allows only styles:
 * no script runs, nothing is loaded from other servers, no link works. `withImages`: it loads images by https.
 */
export function Frame({ html, label, withImages }: { html: string; label: string; withImages: boolean }) {
  const ref = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const page = ref.current?.contentDocument
    if (!isLoaded || page == null) return
    page.documentElement.replaceWith(mailOf(page, html, withImages))
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
