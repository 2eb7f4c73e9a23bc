import { memo } from 'react'
import { Field } from '../ui/field.tsx'
import type { FieldProps } from '../ui/field.tsx'
import { tokenize } from './liquid.ts'
import './liquid-field.css'

/** The coloured copy of the text, behind the textarea. */
const Colours = memo(function Colours({ text }: { text: string }) {
  return (
    <pre aria-hidden="true">
      {tokenize(text).map((token, index) =>
        token.kind === 'text' ? (
          token.text
        ) : (
          <span key={index} className={token.kind}>
            {token.text}
          </span>
        ),
      )}
      {/* A last empty line needs a character to take space. */}{' '}
    </pre>
  )
})

/** A field for the text of a template, with coloured Liquid. `oneLine`: without line breaks. */
export function LiquidField({
  value,
  onChange,
  oneLine = false,
  placeholder,
  readOnly = false,
  ...field
}: FieldProps & {
  value: string
  onChange: (value: string) => void
  oneLine?: boolean
  placeholder?: string
  readOnly?: boolean
}) {
  return (
    <Field {...field}>
      {(ids) => (
        <div className={`liquid input ${oneLine ? 'one-line' : ''}`} data-invalid={ids['aria-invalid']}>
          <div>
            <Colours text={value} />
            <textarea
              {...ids}
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
              }}
            />
          </div>
        </div>
      )}
    </Field>
  )
}
