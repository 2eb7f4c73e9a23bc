import { useEffect, useId, useRef, useState } from 'react'
import { CheckboxGroup } from './field.tsx'
import type { Choice } from './field.tsx'
import './many-field.css'

/** Any number of values, chosen by check boxes behind a button. None: any value. */
export function ManyField<Value extends string>({
  label,
  values,
  choices,
  onChange,
}: {
  label: string
  values: readonly Value[]
  choices: readonly Choice<Value>[]
  onChange: (values: Value[]) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    const onPress = ({ target }: PointerEvent) => {
      if (!field.current!.contains(target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])
  const chosen = choices.filter(({ value }) => values.includes(value))
  return (
    <div
      className="field many"
      ref={field}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        setOpen(false)
        button.current!.focus()
      }}
      onBlur={({ relatedTarget: next }) => {
        if (next !== null && !field.current!.contains(next)) setOpen(false)
      }}
    >
      <span className="label" id={`${id}-label`}>
        {label}
      </span>
      <button
        type="button"
        className="input"
        id={id}
        ref={button}
        aria-labelledby={`${id}-label ${id}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {chosen.length === 0 ? 'Any' : chosen.map((choice) => choice.label).join(', ')}
      </button>
      {isOpen && (
        <div className="panel">
          <CheckboxGroup label={label} values={values} choices={choices} isList onChange={onChange} />
        </div>
      )}
    </div>
  )
}
