import { showNumber, spread, timesGate, verdict } from './report.ts'
import type { Findings, Scenario } from './scenario.ts'

/**
 * The figures with a gate, as an SVG. Each bar shows the median as a multiple of its gate, so all share one axis. A bar
 * below the line at 1 has missed. A thin line goes from the least round to the best. The plot has its own background, and
 * colors for light and dark, chosen by the reader's system.
 */

const WIDTH = 900
const LABELS_WIDTH = 330
const VALUES_WIDTH = 130
const ROW_HEIGHT = 26
const BAR_HEIGHT = 12
const TOP_HEIGHT = 64
const FOOT_HEIGHT = 28
const FOOT_LINE_HEIGHT = 18
/** Bars end here: a figure a hundred times better than its gate must not flatten the others. */
const TIMES_MAX = 4
const LABEL_CHARACTERS_MAX = 52

const STYLE = `
  svg { font: 12px system-ui, sans-serif; color-scheme: light dark }
  .ground { fill: #ffffff } text { fill: #1f2933 } .quiet { fill: #52606d } .grid { stroke: #d5dbe1 }
  .met { fill: #2f7d5b } .missed { fill: #c2402f } .unjudged { fill: #7b8794 } .gate { stroke: #1f2933; stroke-dasharray: 4 3 } .range { stroke: #1f2933 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #14181d } text { fill: #e6eaee } .quiet { fill: #9aa7b4 } .grid { stroke: #323b45 }
    .met { fill: #4fb58a } .missed { fill: #f0705f } .unjudged { fill: #8793a0 } .gate { stroke: #e6eaee } .range { stroke: #e6eaee }
  }`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const shortened = (text: string): string =>
  text.length <= LABEL_CHARACTERS_MAX ? text : `${text.slice(0, LABEL_CHARACTERS_MAX - 1)}…`

const xOf = (times: number): number =>
  LABELS_WIDTH + (Math.min(times, TIMES_MAX) / TIMES_MAX) * (WIDTH - LABELS_WIDTH - VALUES_WIDTH)

interface Plotted {
  scenario: Scenario
  findings: Findings
}

interface Bar {
  label: string
  times: number
  from: number
  to: number
  value: string
  kind: 'met' | 'missed' | 'unjudged'
}

function barsOf({ scenario, findings }: Plotted, judges: boolean): Bar[] {
  return findings.judgements.flatMap((judgement) => {
    const times = timesGate(judgement)
    if (times === null || !Number.isFinite(times)) return []
    const { minimum, median, maximum } = spread(judgement.values)
    const timesOf = (value: number) => timesGate({ ...judgement, values: [value] })!
    const [from, to] = [timesOf(minimum), timesOf(maximum)].toSorted((a, b) => a - b)
    const kind = !judges ? 'unjudged' : times < 1 ? 'missed' : 'met'
    const value = `${showNumber(median)} (${verdict(judgement).replace(/^gate (.*):.*$/, '$1')})`
    return [{ label: `${scenario.name}: ${judgement.what}`, times, from: from!, to: to!, value, kind }]
  })
}

function rowOf({ label, times, from, to, value, kind }: Bar, index: number): string {
  const y = TOP_HEIGHT + index * ROW_HEIGHT + ROW_HEIGHT / 2
  const end = xOf(times)
  return `<g><title>${escaped(label)}: ${escaped(value)}</title>
  <text x="${LABELS_WIDTH - 8}" y="${y + 4}" text-anchor="end">${escaped(shortened(label))}</text>
  <rect class="${kind}" x="${LABELS_WIDTH}" y="${y - BAR_HEIGHT / 2}" width="${(end - LABELS_WIDTH).toFixed(1)}" height="${BAR_HEIGHT}" rx="2"/>
  <line class="range" x1="${xOf(from).toFixed(1)}" x2="${xOf(to).toFixed(1)}" y1="${y}" y2="${y}"/>
  <text class="quiet" x="${WIDTH - VALUES_WIDTH + 8}" y="${y + 4}">${escaped(value)}</text></g>`
}

/** The plot as the text of an SVG file. The lines of `about` stand below it. Its colors ignore gates unless it judges. */
export function plot(all: readonly Plotted[], about: readonly string[], judges: boolean): string {
  const bars = all.flatMap((plotted) => barsOf(plotted, judges))
  const bottom = TOP_HEIGHT + bars.length * ROW_HEIGHT
  const ticks = Array.from({ length: TIMES_MAX + 1 }, (_, times) => {
    const text = times === 1 ? 'gate' : times === TIMES_MAX ? `${times} x or more` : `${times} x`
    return `<line class="${times === 1 ? 'gate' : 'grid'}" x1="${xOf(times)}" x2="${xOf(times)}" y1="${TOP_HEIGHT - 6}" y2="${bottom}"/>
  <text class="quiet" x="${xOf(times)}" y="${TOP_HEIGHT - 12}" text-anchor="middle">${text}</text>`
  })
  const height = bottom + FOOT_HEIGHT + about.length * FOOT_LINE_HEIGHT
  const footLine = (text: string, line: number) =>
    `<text class="quiet" x="16" y="${bottom + 24 + line * FOOT_LINE_HEIGHT}">${escaped(text)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Figures of the bench against their gates">
<style>${STYLE}
</style>
<rect class="ground" width="${WIDTH}" height="${height}"/>
<text x="16" y="24" font-weight="600">The bench's figures, as times their gates: a longer bar is better</text>
${[...ticks, ...bars.map(rowOf)].join('\n')}
${about.map(footLine).join('\n')}
</svg>
`
}
