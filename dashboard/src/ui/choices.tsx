import './choices.css'
import type { Choice } from './field.tsx'

/** A longer label may be cut. */
const LABEL_CHARACTERS_MAX = 30

/** One of a few values, all visible. */
export function Choices<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <div className="choices" role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          title={choice.label.length > LABEL_CHARACTERS_MAX ? choice.label : undefined}
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
