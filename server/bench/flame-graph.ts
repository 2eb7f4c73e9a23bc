/**
 * `node server/bench/flame-graph.ts PROFILE.cpuprofile GRAPH.svg [TITLE]` draws a CPU profile
 * (`npm run bench -- --profile DIRECTORY`) as a flame graph. Width is time. Only the middle of the run is shown, without
 * waiting. The caller is below the called function. Hovering shows a frame's name, file and share.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'

interface ProfileNode {
  id: number
  callFrame: { functionName: string; url: string; lineNumber: number }
  children?: number[]
}

interface Profile {
  nodes: ProfileNode[]
  samples: number[]
  /** Microseconds since the previous sample. */
  timeDeltas: number[]
}

interface Frame {
  name: string
  place: string
  kind: 'own' | 'library' | 'node'
  us: number
  callees: Map<string, Frame>
}

/** The counted part of the run, without start and end. */
const FROM = 0.4
const TO = 0.9
const WAITING = new Set(['(idle)'])
const WIDTH = 1200
const ROW_HEIGHT = 17
const MARGIN = 10
const TITLE_HEIGHT = 40
/** Narrower frames are omitted, pixels. */
const FRAME_WIDTH_MIN = 0.4
/** Narrower frames have no text, pixels. */
const TEXT_WIDTH_MIN = 30
const CHARACTER_WIDTH = 6.6
const DEPTH_MAX = 60
const COLOURS = { own: '#e8853d', library: '#e5c453', node: '#8fb8de' }

function frameOf({ callFrame }: ProfileNode): Frame {
  const { url, lineNumber } = callFrame
  const library = url.split('/node_modules/').at(-1)
  const kind = url === '' || url.startsWith('node:') ? 'node' : url.includes('/node_modules/') ? 'library' : 'own'
  const path = kind === 'own' ? url.split('/server/').at(-1)! : library!
  const place = path === '' ? '' : `${path}:${lineNumber + 1}`
  return { name: callFrame.functionName || '(anonymous)', place, kind, us: 0, callees: new Map() }
}

/** The tree of all stacks, from the root up. Microtasks begin new stacks beside the others. */
function treeOf(profile: Profile): Frame {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const callers = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const stacks = new Map<number, ProfileNode[]>()
  function stackOf(id: number): ProfileNode[] {
    let stack = stacks.get(id)
    if (stack === undefined) {
      const caller = callers.get(id)
      stack = caller === undefined ? [] : [...stackOf(caller), nodes.get(id)!]
      stacks.set(id, stack)
    }
    return stack
  }
  const root = frameOf(profile.nodes[0]!)
  const samples = profile.samples.length
  for (let index = Math.floor(samples * FROM); index < samples * TO; index++) {
    const stack = stackOf(profile.samples[index]!)
    if (WAITING.has(stack.at(-1)?.callFrame.functionName ?? '')) continue
    const us = profile.timeDeltas[index]!
    let at = root
    at.us += us
    for (const node of stack.slice(0, DEPTH_MAX)) {
      const { functionName, url, lineNumber } = node.callFrame
      const key = `${functionName} ${url} ${lineNumber}`
      let callee = at.callees.get(key)
      if (callee === undefined) at.callees.set(key, (callee = frameOf(node)))
      callee.us += us
      at = callee
    }
  }
  return root
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

interface Drawn {
  frame: Frame
  x: number
  depth: number
}

function place(frame: Frame, pixelsPerUs: number, x: number, depth: number, drawn: Drawn[]): Drawn[] {
  if (frame.us * pixelsPerUs < FRAME_WIDTH_MIN) return drawn
  drawn.push({ frame, x, depth })
  let calleeX = x
  for (const callee of [...frame.callees.values()].toSorted((one, other) => other.us - one.us)) {
    place(callee, pixelsPerUs, calleeX, depth + 1, drawn)
    calleeX += callee.us * pixelsPerUs
  }
  return drawn
}

/** The picture of a profile. */
function drawFlameGraph(profile: Profile, title: string): string {
  const root = treeOf(profile)
  const pixelsPerUs = (WIDTH - 2 * MARGIN) / root.us
  const drawn = place(root, pixelsPerUs, MARGIN, 0, [])
  const depth = Math.max(...drawn.map((one) => one.depth)) + 1
  const height = TITLE_HEIGHT + depth * ROW_HEIGHT + MARGIN
  const shapes = drawn.map(({ frame, x, depth: row }) => {
    const y = height - MARGIN - (row + 1) * ROW_HEIGHT
    const width = frame.us * pixelsPerUs
    const share = ((100 * frame.us) / root.us).toFixed(1)
    const label = width < TEXT_WIDTH_MIN ? '' : frame.name.slice(0, Math.floor((width - 6) / CHARACTER_WIDTH))
    const text = label === '' ? '' : `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escaped(label)}</text>`
    const box = `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${ROW_HEIGHT - 1}" fill="${COLOURS[frame.kind]}"/>`
    return `<g><title>${escaped(`${frame.name} ${frame.place}`)}, ${share} %</title>${box}${text}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">
<style>text{font:11px ui-monospace,monospace;fill:#1b1b1b}.title{font-size:15px}</style>
<rect width="100%" height="100%" fill="#fffdf8"/>
<text class="title" x="${MARGIN}" y="18">${escaped(title)}</text>
<text x="${MARGIN}" y="34">orange: the service; yellow: libraries; blue: Node, V8 and the kernel. ${Math.round(root.us / 1000)} ms of work.</text>
${shapes.join('\n')}
</svg>
`
}

const [from, to, title = basename(from ?? '')] = process.argv.slice(2)
if (from === undefined || to === undefined) {
  console.error('node server/bench/flame-graph.ts PROFILE.cpuprofile GRAPH.svg [TITLE]')
  process.exit(1)
}
writeFileSync(to, drawFlameGraph(JSON.parse(readFileSync(from, 'utf8')) as Profile, title))
