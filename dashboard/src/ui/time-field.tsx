import { TextField } from './field.tsx'
import { timeHabit } from './time-habit.ts'
import { momentOf, shownAt } from './wall-clock.ts'

/** A day and a time in the member's zone, to the minute. `value` is a time of the API, or empty. */
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
  const zone = timeHabit.use().zone ?? undefined
  const time = Date.parse(value)
  return (
    <TextField
      type="datetime-local"
      label={label}
      help={help}
      problems={problems}
      required={required}
      value={Number.isNaN(time) ? '' : shownAt(time, zone)}
      onChange={(shown) => onChange(shown === '' ? '' : new Date(momentOf(shown, zone)).toISOString())}
    />
  )
}
