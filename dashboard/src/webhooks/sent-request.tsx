import { useState } from 'react'
import { Choices } from '../ui/choices.tsx'
import { Code } from '../ui/page.tsx'
import { readable } from './event-parts.tsx'
import type { SentRequest } from './request-text.ts'

const BODIES = [
  { value: 'readable', label: 'Readable' },
  { value: 'exact', label: 'As sent' },
] as const

/** The headers and the body of a request. */
export function SentRequestParts({ request }: { request: SentRequest }) {
  const [form, setForm] = useState<(typeof BODIES)[number]['value']>('readable')
  const { url, headers, body } = request
  const head = [`POST ${url ?? ''}`, ...headers.map(({ name, value }) => `${name}: ${value}`)].join('\n')
  return (
    <section className="stack tight" aria-label="Request">
      <h3>Request</h3>
      <Code text={head} label="headers of the request" wrapped />
      <div className="row apart">
        <h3>Body</h3>
        <Choices label="Body" choices={BODIES} value={form} onChange={setForm} />
      </div>
      <Code text={form === 'exact' ? body : readable(body)} label="body of the request" wrapped={form === 'exact'} />
    </section>
  )
}
