import { SelectField } from '../ui/field.tsx'

/** Whether HTML mails have a pixel that reports when they are opened. */
export function OpensField({
  isTracked,
  readOnly = false,
  onChange,
}: {
  isTracked: boolean
  readOnly?: boolean
  onChange: (isTracked: boolean) => void
}) {
  return (
    <SelectField
      label="Opens"
      help="A pixel in HTML mails reports when they are opened."
      disabled={readOnly}
      value={isTracked ? 'counted' : 'not counted'}
      choices={[
        { value: 'counted', label: 'Counted' },
        { value: 'not counted', label: 'Not counted: no pixel' },
      ]}
      onChange={(value) => onChange(value === 'counted')}
    />
  )
}
