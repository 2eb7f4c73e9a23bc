import { useEffect, useId, useRef, useState } from 'react'
import { CheckboxGroup } from './field.tsx'
import type { Choice } from './field.tsx'
import './many-field.css'

/** The values of a choice: a comma divides several. */
const partsOf = <Value extends string>({ value }: Choice<Value>) => value.split(',') as Value[]

const chosenOf = <Value extends string>(choices: readonly Choice<Value>[], values: readonly Value[]) =>
  choices.filter((choice) => partsOf(choice).every((part) => values.includes(part)))

/** The values after a click on one of the choices, in the order of the choices. `ticked`: the choices after it. */
function changed<Value extends string>(
  values: readonly Value[],
  choices: readonly Choice<Value>[],
  ticked: readonly Value[],
): Value[] {
  const chosen = chosenOf(choices, values)
  const clicked = choices.find((choice) => ticked.includes(choice.value) !== chosen.includes(choice))!
  const parts = partsOf(clicked)
  const isAdded = ticked.includes(clicked.value)
  const all = new Set(choices.flatMap(partsOf))
  return [...all].filter((value) => (parts.includes(value) ? isAdded : values.includes(value)))
}

/** The choices as a text. The values of a choice of several are not named again. */
function textOf<Value extends string>(chosen: readonly Choice<Value>[]): string {
  const named = chosen.filter(
    ({ value }) => !chosen.some((other) => other.value !== value && partsOf(other).includes(value)),
  )
  return named.length === 0 ? 'Any' : named.map(({ label }) => label).join(', ')
}

/**
 * Any number of values, chosen by check boxes behind a button. None: any value. A choice of several values, as
 * `failed,bounced`, stands for all of them.
 */
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
  const chosen = chosenOf(choices, values)
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
        {textOf(chosen)}
      </button>
      {isOpen && (
        <div className="panel">
          <CheckboxGroup
            label={label}
            values={chosen.map(({ value }) => value)}
            choices={choices}
            isList
            onChange={(ticked) => onChange(changed(values, choices, ticked))}
          />
        </div>
      )}
    </div>
  )
}
