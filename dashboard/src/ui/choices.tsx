import './choices.css'
import type { Choice } from './field.tsx'

/** A longer label may be cut. */
const LABEL_CHARACTERS_MAX = 30

/** One of a few values, all visible. */
export function Choices<Value extends string>({
  label,
  choices,
  value,
  isShown = false,
  onChange,
}: {
  label: string
  /** The label is above the choices, as above a field. Otherwise only screen readers read it. */
  isShown?: boolean
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}) {
  const group = (
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
  if (!isShown) return group
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {label}
      </span>
      {group}
    </div>
  )
}
