import { useEffect, useState } from 'react'
import { Button } from './button.tsx'

const COPIED_SHOWN_MS = 2000

/** Copies a text with one click, and says so. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy(): Promise<void> {
    // Outside of TLS and localhost browsers have no clipboard for pages.
    await navigator.clipboard?.writeText(text).catch(() => copyBySelection(text))
    if (navigator.clipboard === undefined) copyBySelection(text)
    setCopied(true)
  }

  const isAlone = children === undefined
  return (
    <>
      <Button
        tone={isAlone ? 'quiet' : 'plain'}
        icon={copied ? 'check' : 'copy'}
        className={isAlone ? 'copy' : ''}
        aria-label={isAlone ? `Copy ${label}` : undefined}
        title={`Copy ${label}`}
        onClick={() => void copy()}
      >
        {children}
      </Button>
      <span className="unseen" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </>
  )
}

function copyBySelection(text: string): void {
  const area = document.createElement('textarea')
  area.value = text
  // Inside of an open dialog nothing outside of it can have the focus.
  const home = document.querySelector('dialog[open]') ?? document.body
  home.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

/** A value in a fixed-width font with a button that copies it. */
export function Copyable({ text, label, shown = text }: { text: string; label: string; shown?: string }) {
  return (
    <span className="copyable">
      <code>{shown}</code>
      <CopyButton text={text} label={label} />
    </span>
  )
}
