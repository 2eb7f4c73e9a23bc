import { TextField } from './field.tsx'

const MINUTE_MS = 60_000

/** A time of the API for the control: in the viewer's zone, to the minute. */
function shownOf(at: string): string {
  const time = Date.parse(at)
  if (Number.isNaN(time)) return ''
  const offsetMs = new Date(time).getTimezoneOffset() * MINUTE_MS
  return new Date(time - offsetMs).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)
}

/** A day and a time in the viewer's zone. `value` is a time of the API, or empty. */
export function TimeField({
  label,
  help,
  problems,
  value,
  onChange,
  required,
}: {
  label: string
  help?: string
  problems?: readonly string[] | undefined
  value: string
  onChange: (value: string) => void
  required?: boolean
}) {
  return (
    <TextField
      type="datetime-local"
      label={label}
      help={help}
      problems={problems}
      required={required}
      value={shownOf(value)}
      onChange={(shown) => onChange(shown === '' ? '' : new Date(shown).toISOString())}
    />
  )
}
