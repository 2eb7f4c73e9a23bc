import { compareTexts, differences } from './difference.ts'
import type { DifferenceLine, PartDifference } from './difference.ts'
import './difference.css'
import type { Draft } from './draft.ts'

function Line({ line: { kind, pieces } }: { line: DifferenceLine }) {
  const texts = pieces.map(({ text, isChanged }, index) => (isChanged ? <mark key={index}>{text}</mark> : text))
  if (kind === 'removed') return <del>{texts}</del>
  if (kind === 'added') return <ins>{texts}</ins>
  return <span className={kind}>{texts}</span>
}

function Part({ label, lines }: PartDifference) {
  return (
    <section className="stack tight" aria-label={label}>
      <h3>{label}</h3>
      {lines === null ? (
        <p>The texts differ in too many lines.</p>
      ) : (
        // Focusable, because it scrolls.
        <pre className="difference" tabIndex={0}>
          {lines.map((line, index) => (
            <Line key={index} line={line} />
          ))}
        </pre>
      )}
    </section>
  )
}

/** The difference of two texts. */
export function TextDifference({ before, after }: { before: string; after: string }) {
  if (before === after) return <p>The two are the same.</p>
  return <Part label="Text" lines={compareTexts(before, after)} />
}

/** The difference of two states of a template. */
export default function DifferenceView({
  before,
  after,
  nameOf,
}: {
  before: Draft
  after: Draft
  nameOf: (channelId: number) => string
}) {
  const parts = differences(before, after, nameOf)
  if (parts.length === 0) return <p>The two are the same.</p>
  return (
    <>
      {parts.map((part) => (
        <Part key={part.label} {...part} />
      ))}
    </>
  )
}
