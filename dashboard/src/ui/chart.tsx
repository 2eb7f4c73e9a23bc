import { useLayoutEffect, useRef, useState } from 'react'
import type { PointerEvent, RefObject } from 'react'
import './chart.css'
import type { Tone } from './notice.tsx'

/** The width while the width of the frame is unknown. */
const WIDTH_AT_FIRST = 640
const HEIGHT = 160
/** Space for the numbers of the axis, and of the axis of a line. */
const LEFT = 52
const RIGHT = 52
const BOTTOM = 18
const TOP = 6
/** About as many lines cross the chart. */
const STEPS = 3
/** The free part of the space of a bar. */
const PADDING = 0.24
const BAR_WIDTH_MAX = 28

/** The tones of states, and outcomes that need a colour of their own. */
type ChartTone = Tone | 'opened' | 'canceled' | 'bounced'

export interface Series {
  name: string
  tone: ChartTone
}

export interface Bar {
  /** The label below the axis, if there is space for it. Empty: none. */
  label: string
  /** Where the label begins: 0 is the start of the bar, 1 its end. */
  labelAt: number
  /** The numbers of the bar, shown while it is pointed at. */
  title: string
  /** One value per series, from bottom to top. */
  values: readonly number[]
}

/** A line over the bars, with an axis of its own at the right. */
export interface ChartLine {
  name: string
  /** A value with its unit. */
  textOf: (value: number) => string
  /** One value per bar. Null: none, so the line has a gap. */
  values: readonly (number | null)[]
}

function compact(value: number): string {
  return new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}

/** The least of 1, 2 and 5 and their tens that is at least the value. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 5].find((factor) => factor * power >= value) ?? 10)
}

/** The numbers at the lines of an axis from 0: steps of 1, 2 or 5 and their tens, the last at or above the value. */
function axisTo(max: number): number[] {
  const step = roundUp(max / STEPS)
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step)
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

/** `y`: the height of a value. */
function Axis({
  values,
  y,
  unit,
  width,
}: {
  values: readonly number[]
  y: (value: number) => number
  unit: string
  width: number
}) {
  return (
    <g aria-hidden="true">
      {values.map((value) => (
        <g key={value}>
          <line className="grid" x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 6} y={y(value) + 4} textAnchor="end">
            {`${compact(value)}${unit}`}
          </text>
        </g>
      ))}
    </g>
  )
}

/** The line of a chart, with its numbers at the `steps` lines of the chart. `step`: the space of a bar, px. `y`: the height of a share. */
function Line({
  line: { values, textOf },
  steps,
  y,
  step,
}: {
  line: ChartLine
  steps: number
  y: (share: number) => number
  step: number
}) {
  const ofStep = roundUp(Math.max(1, ...values.map((value) => value ?? 0)) / steps)
  const points = values.map((value, index) =>
    value === null ? null : ([LEFT + (index + 0.5) * step, y(value / (ofStep * steps))] as const),
  )
  const parts = points.map((point, index) => point && `${points[index - 1] == null ? 'M' : 'L'}${point.join(' ')}`)
  return (
    <g aria-hidden="true">
      {Array.from({ length: steps + 1 }, (_, index) => (
        <text key={index} x={LEFT + values.length * step + 6} y={y(index / steps) + 4}>
          {textOf(index * ofStep)}
        </text>
      ))}
      <path className="line" d={parts.filter((part) => part !== null).join('')} />
      {points.map((point, index) => point !== null && <circle key={index} cx={point[0]} cy={point[1]} r={2} />)}
    </g>
  )
}

/** The space for one label, px. Labels without this space are left out. */
const LABEL_WIDTH = 52

/** `step`: the space of a bar, px. */
function Labels({ bars, step }: { bars: readonly Bar[]; step: number }) {
  const labeled = bars.flatMap(({ label }, index) => (label === '' ? [] : [index]))
  const [first = 0, second = first + 1, third = second + (second - first)] = labeled
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / Math.max(1, (third - second) * step)))
  // The first day of a period is a part of a day.
  const isCut = third - second > second - first && (second - first) * step < LABEL_WIDTH
  const places = new Set(labeled.slice(isCut ? 1 : 0).filter((_, place) => place % every === 0))
  return (
    <g aria-hidden="true">
      {bars.map((bar, index) =>
        places.has(index) && index * step <= bars.length * step - LABEL_WIDTH / 2 ? (
          <text key={index} x={LEFT + (index + bar.labelAt) * step} y={HEIGHT - 4}>
            {bar.label}
          </text>
        ) : null,
      )}
    </g>
  )
}

/** The numbers of a bar, above the chart. `at`: the middle of the bar, px. */
function Tip({ text, at, width }: { text: string; at: number; width: number }) {
  const isLeft = at < width / 2
  return (
    <p className="tip" aria-hidden="true" style={isLeft ? { left: `${at}px` } : { right: `${width - at}px` }}>
      {text}
    </p>
  )
}

/** The bar that has its numbers shown. A finger shows them with its first tap, and opens the bar with the second. */
function usePointed(onPick: ((bar: number, series: number | null) => void) | undefined) {
  const [pointed, setPointed] = useState<number | null>(null)
  const isOpening = useRef(true)
  return {
    pointed,
    point: setPointed,
    press(bar: number, { pointerType }: PointerEvent): void {
      isOpening.current = pointerType === 'mouse' || pointed === bar
      setPointed(bar)
    },
    /** A finger that leaves the screen keeps the numbers. */
    leave({ pointerType }: PointerEvent): void {
      if (pointerType === 'mouse') setPointed(null)
    },
    pick(bar: number, series: number | null): void {
      if (isOpening.current) onPick?.(bar, series)
    },
  }
}

/** The bars for the keyboard: the arrows choose one, Enter opens it. */
function Keys({
  name,
  bars,
  pointed,
  onPoint,
  onPick,
}: {
  name: string
  bars: readonly Bar[]
  pointed: number | null
  onPoint: (bar: number | null) => void
  onPick: ((bar: number, series: null) => void) | undefined
}) {
  const last = bars.length - 1
  const current = Math.min(pointed ?? last, last)
  const steps: Record<string, number> = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }
  return (
    <div
      className="keys"
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={1}
      aria-valuemax={bars.length}
      aria-valuenow={current + 1}
      aria-valuetext={bars[current]!.title}
      onFocus={() => onPoint(current)}
      onBlur={() => onPoint(null)}
      onKeyDown={(event) => {
        const bar = steps[event.key]
        if (event.key === 'Enter') onPick?.(current, null)
        if (bar === undefined) return
        event.preventDefault()
        onPoint(Math.min(last, Math.max(0, bar)))
      }}
    />
  )
}

/** The bars, each with the space above it. `ends`: the lower ends of the parts of each bar, and the upper end of the last one. */
function Bars({
  ends,
  series,
  y,
  step,
  pointing: { pointed, point, press, pick },
  isPicked,
}: {
  ends: readonly number[][]
  series: readonly Series[]
  y: (value: number) => number
  step: number
  pointing: ReturnType<typeof usePointed>
  isPicked: boolean
}) {
  return ends.map((sums, index) => (
    <g
      key={index}
      className={isPicked ? 'picked' : undefined}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && point(index)}
      onPointerDown={(event) => press(index, event)}
      onClick={() => pick(index, null)}
    >
      <rect
        className={index === pointed ? 'behind pointed' : 'behind'}
        x={LEFT + index * step}
        y={0}
        width={step}
        height={HEIGHT - BOTTOM}
      />
      {series.map(({ name, tone }, place) => {
        const [bottom, top] = sums.slice(place) as [number, number]
        return (
          <rect
            key={name}
            className={`tone-${tone}`}
            onClick={(event) => {
              event.stopPropagation()
              pick(index, place)
            }}
            x={LEFT + (index + PADDING / 2) * step}
            y={y(top)}
            width={Math.min(step * (1 - PADDING), BAR_WIDTH_MAX)}
            height={y(bottom) - y(top)}
          />
        )
      })}
    </g>
  ))
}

/** The colours of the parts, and of the line. */
function Legend({ series, line }: { series: readonly Series[]; line: ChartLine | null }) {
  return (
    <ul className="legend">
      {series.map(({ name, tone }) => (
        <li key={name}>
          <span className={`swatch tone-${tone}`} />
          {name}
        </li>
      ))}
      {line !== null && (
        <li>
          <span className="swatch of-line" />
          {line.name}
        </li>
      )}
    </ul>
  )
}

/**
 * A bar chart with one part per series in each bar. For screen readers, `summary` describes the chart in a sentence, and `name`
 * the bars, which the keyboard chooses. `onPick`: called with the index of an opened bar, and of its series if one part was clicked.
 */
export function BarChart({
  summary,
  name,
  series,
  bars,
  line: given = null,
  unit = '',
  onPick,
}: {
  summary: string
  name: string
  series: readonly Series[]
  bars: readonly Bar[]
  line?: ChartLine | null
  unit?: string
  onPick?: (bar: number, series: number | null) => void
}) {
  const [frame, frameWidth] = useWidth()
  const pointing = usePointed(onPick)
  const { pointed, point, leave } = pointing
  // A line without values has no axis.
  const line = given?.values.some((value) => value !== null) === true ? given : null
  const ends = bars.map(({ values }) => {
    const sums = [0]
    for (const value of values) sums.push(sums.at(-1)! + value)
    return sums
  })
  // Counts are whole, so an axis of less than one step each would repeat its numbers.
  const axis = axisTo(Math.max(STEPS, ...ends.map((sums) => sums.at(-1)!)))
  const end = axis.at(-1)!
  const yOf = (share: number) => HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)
  const y = (value: number) => yOf(value / end)
  // A hidden frame has no width.
  const width = Math.max(0, frameWidth - (line === null ? 0 : RIGHT))
  const step = Math.max(0, width - LEFT) / Math.max(1, bars.length)
  return (
    <figure className="chart" ref={frame} onPointerLeave={leave}>
      {pointed !== null && bars[pointed] !== undefined && (
        <Tip text={bars[pointed].title} at={LEFT + (pointed + 0.5) * step} width={frameWidth} />
      )}
      <svg width={frameWidth} height={HEIGHT} role="img" aria-label={summary}>
        <Axis values={axis} y={y} unit={unit} width={width} />
        <Bars ends={ends} series={series} y={y} step={step} pointing={pointing} isPicked={onPick !== undefined} />
        {line !== null && <Line line={line} steps={axis.length - 1} y={yOf} step={step} />}
        <Labels bars={bars} step={step} />
      </svg>
      {bars.length > 0 && <Keys name={name} bars={bars} pointed={pointed} onPoint={point} onPick={onPick} />}
      {series.length > 1 && <Legend series={series} line={line} />}
    </figure>
  )
}
