import { useEffect, useState } from 'react'
import { Button } from './button.tsx'

const COPIED_SHOWN_MS = 2000

/** Copies a text with one click, and confirms it. */
export function CopyButton({
  text,
  label,
  onCopied,
  children,
}: {
  text: string
  label: string
  onCopied?: () => void
  children?: string
}) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy(): Promise<void> {
    // Browsers offer the clipboard only with TLS or on localhost.
    await navigator.clipboard?.writeText(text).catch(() => copyBySelection(text))
    if (navigator.clipboard === undefined) copyBySelection(text)
    setCopied(true)
    onCopied?.()
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
  // While a dialog is open, only elements inside of it can have the focus.
  const home = document.querySelector('dialog[open]') ?? document.body
  home.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

/** A value in a fixed-width font with a copy button. */
export function Copyable({ text, label, shown = text }: { text: string; label: string; shown?: string }) {
  return (
    <span className="copyable">
      <code>{shown}</code>
      <CopyButton text={text} label={label} />
    </span>
  )
}
