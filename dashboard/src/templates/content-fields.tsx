import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { partAt, PARTS, usedPart, withPartAt } from './content.ts'
import type { PartField, PartName, Row } from './content.ts'
import type { Draft } from './draft.ts'
import { LiquidField } from './liquid-field.tsx'
import { fieldPrefix } from './places.ts'
import type { Place } from './places.ts'
import type { Problems } from './saving.ts'

interface Editing {
  problems: Problems
  readOnly: boolean
  /** Names to suggest in the texts. */
  names: () => readonly string[]
}

/** Names with a Liquid text each: header fields of a mail, or data of a push. `prefix`: of the list in errors. */
function RowFields({
  of,
  rows,
  prefix,
  problems,
  readOnly,
  names,
  onChange,
}: Editing & {
  of: PartField & { row: string }
  rows: readonly Row[]
  prefix: string
  onChange: (rows: Row[]) => void
}) {
  const helpId = useId()
  const change = (index: number, written: Partial<Row>) =>
    onChange(rows.map((row, place) => (place === index ? { ...row, ...written } : row)))
  return (
    <fieldset className="named-texts" aria-describedby={of.help === undefined ? undefined : helpId}>
      <legend>{of.label}</legend>
      {of.help !== undefined && (
        <p className="muted small" id={helpId}>
          {of.help}
        </p>
      )}
      {rows.map(({ name, value }, index) => (
        <div key={index} className="named-text">
          <TextField
            label={`Name ${index + 1}`}
            className="mono"
            spellCheck={false}
            readOnly={readOnly}
            value={name}
            problems={problems[`${prefix}.${index}.name`]}
            onChange={(text) => change(index, { name: text })}
          />
          <LiquidField
            label={`Value ${index + 1}`}
            oneLine
            readOnly={readOnly}
            names={names}
            value={value}
            problems={problems[`${prefix}.${index}.value`]}
            onChange={(text) => change(index, { value: text })}
          />
          {!readOnly && (
            <Button
              tone="quiet"
              icon="trash"
              aria-label={`Remove the ${of.row} ${name || index + 1}`}
              onClick={() => onChange(rows.filter((_, place) => place !== index))}
            />
          )}
        </div>
      ))}
      {problems[prefix] !== undefined && (
        <p className="problem" role="alert">{`${of.label}: ${problems[prefix].join(', ')}`}</p>
      )}
      {!readOnly && (
        <div>
          <Button icon="plus" onClick={() => onChange([...rows, { name: '', value: '' }])}>
            Add a {of.row}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** The addresses and header fields of a mail, or the options of a push. Open if the place has one, or if one has an error. */
export function ContentFields({
  draft,
  place,
  part,
  onChange,
  ...editing
}: Editing & { draft: Draft; place: Place; part: PartName; onChange: (draft: Draft) => void }) {
  const { fields, rows } = PARTS[part]
  const written = partAt(draft, place, part)
  const used = usedPart(draft, place, part)
  const prefix = `${fieldPrefix(draft, place)}${part}`
  const change = (field: string) => (value: string | Row[]) => onChange(withPartAt(draft, place, part, field, value))
  const count = Object.keys(written).length
  const [wasOpened, setOpened] = useState(count > 0)
  const hasProblem = Object.keys(editing.problems).some((field) => field.startsWith(`${prefix}.`))
  const isOpen = wasOpened || hasProblem
  return (
    <details className="more-texts" open={isOpen} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{count === 0 ? 'More' : `More: ${count} set`}</summary>
      <div className="columns">
        {fields.map(({ name, label, help }) => {
          const value = (written[name] ?? '') as string
          return (
            <LiquidField
              key={name}
              label={label}
              help={help}
              oneLine
              {...editing}
              names={editing.names}
              placeholder={value === '' ? ((used[name] ?? '') as string) : ''}
              problems={editing.problems[`${prefix}.${name}`]}
              value={value}
              onChange={change(name)}
            />
          )
        })}
      </div>
      <RowFields
        of={rows}
        rows={(written[rows.name] ?? []) as Row[]}
        prefix={`${prefix}.${rows.name}`}
        {...editing}
        onChange={change(rows.name)}
      />
    </details>
  )
}
