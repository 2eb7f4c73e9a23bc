import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import './chart.css'
import type { Tone } from './notice.tsx'

/** The width while the width of the frame is unknown. */
const WIDTH_AT_FIRST = 640
const HEIGHT = 160
/** Space for the numbers of the axis. */
const LEFT = 52
const BOTTOM = 18
const TOP = 6
const STEPS = 3

/** The tones of states, and outcomes that need a colour of their own. */
type ChartTone = Tone | 'opened' | 'canceled' | 'bounced'

export interface Series {
  name: string
  tone: ChartTone
}

export interface Bar {
  /** The label below the axis, if there is space for it. */
  label: string
  /** The tooltip of the bar. */
  title: string
  /** One value per series, from bottom to top. */
  values: readonly number[]
}

/** The smallest end of the axis for these values. A third of it is a round number too. */
function roundUp(value: number): number {
  if (value <= STEPS) return STEPS
  const power = 10 ** Math.floor(Math.log10(value))
  return [1.2, 1.5, 3, 6, 9, 12].map((step) => step * power).find((step) => step >= value)!
}

function compact(value: number): string {
  return new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}

/** The current width of an element, px. With this width the letters of the drawing keep their size. */
function useWidth(): [RefObject<HTMLElement | null>, number] {
  const ref = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(WIDTH_AT_FIRST)
  useLayoutEffect(() => {
    const element = ref.current!
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

function Axis({ max, unit, width }: { max: number; unit: string; width: number }) {
  const steps = Array.from({ length: STEPS + 1 }, (_, index) => index / STEPS)
  return (
    <g aria-hidden="true">
      {steps.map((step) => {
        const y = HEIGHT - BOTTOM - step * (HEIGHT - BOTTOM - TOP)
        return (
          <g key={step}>
            <line className="grid" x1={LEFT} x2={width} y1={y} y2={y} />
            <text x={LEFT - 6} y={y + 4} textAnchor="end">
              {`${compact(max * step)}${unit}`}
            </text>
          </g>
        )
      })}
    </g>
  )
}

/** The space for one label, px. Labels without this space are left out. */
const LABEL_WIDTH = 80

function Labels({ bars, width }: { bars: readonly Bar[]; width: number }) {
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / width))
  return (
    <g aria-hidden="true">
      {bars.map((bar, index) =>
        index % every === 0 && index * width <= bars.length * width - LABEL_WIDTH / 2 ? (
          <text key={index} x={LEFT + index * width} y={HEIGHT - 4}>
            {bar.label}
          </text>
        ) : null,
      )}
    </g>
  )
}

/**
 * A bar chart with one part per series in each bar. `summary` describes the chart in a sentence,
 * for screen readers. `onPick`: called with the indexes of a clicked bar and series. The page must have another way to
 * it, because the keyboard does not reach the parts.
 */
export function BarChart({
  summary,
  series,
  bars,
  unit = '',
  onPick,
}: {
  summary: string
  series: readonly Series[]
  bars: readonly Bar[]
  unit?: string
  onPick?: (bar: number, series: number) => void
}) {
  const [frame, frameWidth] = useWidth()
  const max = roundUp(Math.max(0, ...bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0))))
  // A hidden frame has no width.
  const width = Math.max(0, frameWidth - LEFT) / Math.max(1, bars.length)
  const height = (value: number) => (value / max) * (HEIGHT - BOTTOM - TOP)
  return (
    <figure className="chart" ref={frame}>
      <svg width={frameWidth} height={HEIGHT} role="img" aria-label={summary}>
        <Axis max={max} unit={unit} width={frameWidth} />
        {bars.map((bar, index) => {
          let bottom = HEIGHT - BOTTOM
          return (
            <g key={index}>
              <title>{bar.title}</title>
              {bar.values.map((value, place) => {
                const part = height(value)
                bottom -= part
                return (
                  <rect
                    key={series[place]!.name}
                    className={`tone-${series[place]!.tone}${onPick === undefined ? '' : ' picked'}`}
                    onClick={() => onPick?.(index, place)}
                    x={LEFT + index * width + width * 0.12}
                    y={bottom}
                    width={Math.min(width * 0.76, 28)}
                    height={part}
                  />
                )
              })}
            </g>
          )
        })}
        <Labels bars={bars} width={width} />
      </svg>
      {series.length > 1 && (
        <ul className="legend">
          {series.map(({ name, tone }) => (
            <li key={name}>
              <span className={`swatch tone-${tone}`} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}
