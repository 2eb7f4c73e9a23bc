import { memo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { Field } from '../ui/field.tsx'
import type { FieldProps } from '../ui/field.tsx'
import { useCompletion } from './completion.tsx'
import { useFind } from './find.tsx'
import { linesOf, tokenize } from './liquid.ts'
import { MissingPartial, usePartialNames } from './partials/names.tsx'
import './liquid-field.css'

/** The coloured copy of the text, behind the textarea. `wrong`: the line with the mistake, counted from 1, or null. */
const Colours = memo(function Colours({
  text,
  wrong,
  ref,
}: {
  text: string
  wrong: number | null
  ref: RefObject<HTMLPreElement | null>
}) {
  return (
    <pre ref={ref} dir="auto" aria-hidden="true">
      {linesOf(tokenize(text)).map((tokens, line) => (
        <span key={line} className={line + 1 === wrong ? 'source-line wrong' : 'source-line'}>
          {tokens.map((token, index) => (
            <span key={index} className={token.kind}>
              {token.text}
            </span>
          ))}
          {/* An empty line needs a character to take space. */}
          {tokens.length === 0 && ' '}
        </span>
      ))}
    </pre>
  )
})

/** The line in the sentence of a mistake: "is not valid Liquid: ... (line 3, column 7)". */
function wrongLine(problems: readonly string[] = []): number | null {
  const [, line] = /\(line (\d+), column \d+\)$/.exec(problems[0] ?? '') ?? []
  return line === undefined ? null : Number(line)
}

/** A field for the text of a template, with coloured Liquid and numbered lines. `oneLine`: without line breaks. */
export function LiquidField({
  value,
  onChange,
  oneLine = false,
  placeholder,
  readOnly = false,
  names,
  ...field
}: FieldProps & {
  value: string
  onChange: (value: string) => void
  oneLine?: boolean
  placeholder?: string
  readOnly?: boolean
  /** The names to suggest. */
  names: () => readonly string[]
}) {
  const input = useRef<HTMLTextAreaElement>(null)
  const copy = useRef<HTMLPreElement>(null)
  const [isWriting, setWriting] = useState(false)
  const partials = usePartialNames(isWriting)
  const completion = useCompletion(input, copy, names, () => partials)
  const find = useFind(input, copy, value)
  return (
    <Field {...field}>
      {(ids) => (
        <>
          {find.bar}
          <div className={`liquid input ${oneLine ? 'one-line' : ''}`} data-invalid={ids['aria-invalid']}>
            <div>
              <Colours ref={copy} text={value} wrong={oneLine ? null : wrongLine(field.problems)} />
              <textarea
                {...ids}
                {...completion.field}
                onKeyDown={(event) => {
                  if (oneLine || !find.pressed(event)) completion.field.onKeyDown(event)
                }}
                onFocus={() => setWriting(!readOnly)}
                ref={input}
                dir="auto"
                rows={1}
                spellCheck={false}
                autoCapitalize="off"
                autoComplete="off"
                readOnly={readOnly}
                placeholder={placeholder}
                value={value}
                onChange={(event) => {
                  const written = event.target.value
                  onChange(oneLine ? written.replaceAll(/[\r\n]+/g, ' ') : written)
                  completion.typed(event.nativeEvent)
                }}
              />
            </div>
            {completion.list}
          </div>
          <MissingPartial problems={field.problems} />
        </>
      )}
    </Field>
  )
}
