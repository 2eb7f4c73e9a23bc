import { TextField } from '../ui/field.tsx'
import { withSample } from './samples.ts'
import type { Samples } from './samples.ts'

/** The field of one name that the texts of a template ask a message for. `value`: the shown text. */
export function SampleField({
  name,
  value,
  placeholder,
  samples,
  onChange,
}: {
  name: string
  value: string
  placeholder?: string
  samples: Samples
  onChange: (samples: Samples) => void
}) {
  return (
    <TextField
      label={name}
      className="mono"
      spellCheck={false}
      placeholder={placeholder}
      value={value}
      onChange={(text) => onChange(withSample(samples, name, text))}
    />
  )
}
