import { Children, useId, useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import './field.css'
import { useOwnPeriod } from './own-period.ts'

export interface FieldProps {
  label: string
  help?: ReactNode
  /** Under the help, for example choices. */
  below?: ReactNode
  /** The errors of the service for this value, without the field's name. */
  problems?: readonly string[] | undefined
}

interface FieldIds {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A label, a control, its help and its errors, connected for screen readers. */
export function Field({
  label,
  help,
  below,
  problems = [],
  children,
}: FieldProps & { children: (ids: FieldIds) => ReactNode }) {
  const id = useId()
  const describedBy = [help == null ? '' : `${id}-help`, problems.length === 0 ? '' : `${id}-problem`].filter(Boolean)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': describedBy.join(' ') || undefined,
        'aria-invalid': problems.length > 0 || undefined,
      })}
      {help != null && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {below}
      {problems.length > 0 && (
        <p className="problem" id={`${id}-problem`} role="alert">
          {`${label} ${problems.join(', ')}`}
        </p>
      )}
    </div>
  )
}

type TextProps = FieldProps &
  Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id'> & { value: string; onChange: (value: string) => void }

/** Types of inputs whose texts have the direction of their script. */
const DIRECTED = new Set(['text', 'search'])

/** A line of text. `type` is the type of the input. */
export function TextField({ label, help, below, problems, value, onChange, ...rest }: TextProps) {
  return (
    <Field label={label} help={help} below={below} problems={problems}>
      {(ids) => (
        <input
          type="text"
          dir={DIRECTED.has(rest.type ?? 'text') ? 'auto' : undefined}
          autoComplete="off"
          {...rest}
          {...ids}
          className={`input ${rest.className ?? ''}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

type AreaProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'id'> & { value: string; onChange: (value: string) => void }

/** Several lines of text. */
export function TextAreaField({ label, help, problems, value, onChange, ...rest }: AreaProps) {
  return (
    <Field label={label} help={help} problems={problems}>
      {(ids) => (
        <textarea
          dir="auto"
          {...rest}
          {...ids}
          className={`input ${rest.className ?? ''}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

export interface Choice<Value extends string> {
  value: Value
  label: string
}

/** The first choice of a filter: it takes all. */
export const ANY = { value: '', label: 'Any' } as const satisfies Choice<string>

/** One of a few values. */
export function SelectField<Value extends string>({
  label,
  help,
  problems,
  value,
  choices,
  onChange,
  disabled,
}: FieldProps & {
  value: Value
  choices: readonly Choice<Value>[]
  onChange: (value: Value) => void
  disabled?: boolean
}) {
  return (
    <Field label={label} help={help} problems={problems}>
      {(ids) => (
        <select
          {...ids}
          className="input"
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Yes or no. */
function Checkbox({
  label,
  checked,
  onChange,
  disabled,
}: {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}) {
  return (
    <label className="checkbox">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}

/** Any number of a few values. `isList`: one below the other. `icon`: before a label. */
export function CheckboxGroup<Value extends string>({
  label,
  values,
  choices,
  isList = false,
  onChange,
}: {
  label: string
  values: readonly Value[]
  choices: readonly (Choice<Value> & { icon?: ReactNode })[]
  isList?: boolean
  onChange: (values: Value[]) => void
}) {
  return (
    <fieldset className={isList ? 'fieldset list' : 'fieldset'}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice.value}
          label={
            <>
              {choice.icon}
              {choice.label}
            </>
          }
          checked={values.includes(choice.value)}
          onChange={(checked) =>
            onChange(
              choices
                .map(({ value }) => value)
                .filter((value) => (value === choice.value ? checked : values.includes(value))),
            )
          }
        />
      ))}
    </fieldset>
  )
}

/** A chosen filter: its name in the URL, and its value for people. */
export interface Chip {
  name: string
  text: string
}

/** The chosen filters of the URL. `choices`: the labels of values, absent for a text. A comma divides several values. */
export function chipsOf(search: URLSearchParams, filters: Record<string, readonly Choice<string>[] | null>): Chip[] {
  return Object.entries(filters).flatMap(([name, choices]) => {
    const value = search.get(name) ?? ''
    const labelOf = (one: string) => choices?.find((choice) => choice.value === one)?.label ?? one
    const whole = choices?.find((choice) => choice.value === value)?.label
    const text = whole ?? (choices === null ? value : value.split(',').map(labelOf).join(', '))
    return value === '' ? [] : { name, text }
  })
}

/** A chip says the times of an own period. */
const toldWith = (period: string | null) => (chip: Chip) =>
  chip.name === 'period' && period !== null ? { ...chip, text: period } : chip

/**
 * The filters of a list, in a row. On a small screen a button shows those behind the first one, and the `chosen` ones are
 * chips, which `onRemove` removes. `onNear`: the pointer or the focus is at the filters.
 */
export function Filters({
  label,
  chosen = [],
  onRemove,
  onNear,
  children,
}: {
  label: string
  chosen?: readonly Chip[]
  onRemove?: (name: string) => void
  onNear?: () => void
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const period = useOwnPeriod()
  return (
    <div
      className={isOpen ? 'filters open' : 'filters'}
      role="search"
      aria-label={label}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      {children}
      {Children.count(children) > 1 && (
        <button type="button" className="button more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {chosen.length === 0 ? 'Filters' : `Filters: ${chosen.length}`}
        </button>
      )}
      {onRemove !== undefined && chosen.length > 0 && (
        <div className="chips">
          {chosen.map(toldWith(period)).map(({ name, text }) => (
            <button key={name} type="button" aria-label={`Remove the filter ${text}`} onClick={() => onRemove(name)}>
              <bdi>{text}</bdi> ×
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
