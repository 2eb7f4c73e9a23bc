import { useId } from 'react'
import type { ReactNode } from 'react'
import './meter.css'

const WIDTH = 100

/** The used part of a limit. `tone` is the judgement. */
export function Meter({
  label,
  value,
  max,
  text,
  tone,
}: {
  label: string
  value: number
  max: number
  text: string
  tone: 'good' | 'warn' | 'bad' | 'accent'
}) {
  const id = useId()
  const width = max === 0 ? 0 : Math.min(WIDTH, (value / max) * WIDTH)
  return (
    <div className="meter">
      <div>
        <span id={id}>{label}</span>
        <span className="muted">{text}</span>
      </div>
      <div
        className="meter-track"
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(value, max)}
        aria-valuetext={text}
      >
        <svg viewBox={`0 0 ${WIDTH} 1`} preserveAspectRatio="none" aria-hidden="true">
          <rect className={tone} width={width} height={1} />
        </svg>
      </div>
    </div>
  )
}

export interface Figure {
  name: string
  value: ReactNode
  tone?: 'bad' | undefined
}

/** Large numbers with their names. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ name, value, tone }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
