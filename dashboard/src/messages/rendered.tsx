import { useState } from 'react'
import { Choices } from '../ui/choices.tsx'
import { MailFrame } from '../ui/mail-frame.tsx'
import { Code } from '../ui/page.tsx'
import { MailHead } from './mail-head.tsx'
import type { Email } from './mail-head.tsx'
import { PhoneScreen } from './phone-screen.tsx'
import type { Push } from './phone-screen.tsx'
import './rendered.css'

/** A text as it was sent on a type of channel. */
export interface SentText {
  type: string
  subject: string
  body: string
  /** The body as plain text. */
  text: string
  format: 'html' | 'text'
  /** The link in the inbox. */
  url: string | null
  /** What it has beside subject and body. */
  email?: Email
  push?: Push
}

const FORMS = [
  { value: 'preview', label: 'Preview' },
  { value: 'html', label: 'HTML' },
  { value: 'text', label: 'Plain text' },
] as const
const SIZES = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const

/** An HTML mail as the recipient sees it, on a desktop or a phone, and its two sources. */
function HtmlMail({ subject, body, text, email }: SentText) {
  const [form, setForm] = useState<(typeof FORMS)[number]['value']>('preview')
  const [size, setSize] = useState<(typeof SIZES)[number]['value']>('desktop')
  return (
    <div className="stack tight">
      <MailHead subject={subject} {...(email && { email })} />
      <div className="row apart">
        <Choices label="Form" choices={FORMS} value={form} onChange={setForm} />
        {form === 'preview' && <Choices label="Size" choices={SIZES} value={size} onChange={setSize} />}
      </div>
      {form === 'preview' ? (
        <div className={`sent-mail ${size}`}>
          {/* A new frame for each size: its height fits the mail at its width. */}
          <MailFrame key={size} html={body} label="The mail" />
        </div>
      ) : (
        <Code text={form === 'html' ? body : text} label={form === 'html' ? 'HTML' : 'plain text'} wrapped />
      )}
    </div>
  )
}

/** A sent text in the form of its channel. */
export function Rendered(sent: SentText) {
  if (sent.type !== 'email') return <PhoneScreen {...sent} />
  if (sent.format === 'html') return <HtmlMail {...sent} />
  return (
    <div className="stack tight">
      <MailHead subject={sent.subject} {...(sent.email && { email: sent.email })} />
      <Code text={sent.body} label="plain text" wrapped />
    </div>
  )
}
