/** The values of the newest message of a template, as sample values of its preview. */
import { useEffect, useState } from 'react'
import { useRead } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { samplesOfMessage } from './samples.ts'
import type { Samples } from './samples.ts'

export interface NewestValues {
  /** The editor has just opened, and the first preview waits for the values. */
  isFirst: boolean
  isReading: boolean
  /** The template has no message. */
  hasNone: boolean
  /** Takes the values for the names of the template. */
  take: (names: readonly string[]) => void
}

/**
 * Takes the values of the newest message at once where there are none yet, and what the member types meanwhile stays. Later by
 * `take`. `names`: those of the template. Null for a new template, `templateId` null.
 */
export function useNewestValues(
  templateId: number | null,
  {
    names,
    samples,
    onChange,
  }: { names: () => readonly string[]; samples: Samples; onChange: (samples: Samples) => void },
): NewestValues | null {
  const mayPreview = useWhyNot('change') === null
  const [asked, setAsked] = useState<{ names: readonly string[]; isFirst: boolean } | null>(() => {
    const isWanted = templateId !== null && mayPreview
    return isWanted ? { names: names(), isFirst: true } : null
  })
  const [hasNone, setHasNone] = useState(false)
  const query = { message_template_id: templateId ?? 0, expand: 'notification_user_fields', limit: 1 } as const
  const read = useRead('GET /api/v1/messages', { query }, { enabled: asked !== null })
  const messages = read.isFetching ? undefined : read.data?.messages
  useEffect(() => {
    if (asked === null || messages === undefined) return
    setAsked(null)
    const [newest] = messages
    if (newest === undefined) {
      setHasNone(!asked.isFirst)
      return
    }
    const values = samplesOfMessage(newest, asked.names)
    onChange(asked.isFirst ? { ...values, ...samples } : { ...samples, ...values })
  }, [asked, messages, samples, onChange])
  if (templateId === null) return null
  return {
    isFirst: asked?.isFirst === true && read.error === null,
    isReading: asked !== null && read.isFetching,
    hasNone,
    take(wanted) {
      setHasNone(false)
      setAsked({ names: wanted, isFirst: false })
    },
  }
}

export function NewestButton({ newest, names }: { newest: NewestValues; names: readonly string[] }) {
  return (
    <div className="row">
      <Button busy={newest.isReading} onClick={() => newest.take(names)}>
        Values of the newest message
      </Button>
      {newest.hasNone && (
        <span className="muted small" role="status">
          No message yet
        </span>
      )}
    </div>
  )
}
