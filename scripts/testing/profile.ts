/** Prints the costs of the test files: `npm test -- --profile`. */
import { readFileSync } from 'node:fs'
import type { FileCosts } from './batch.ts'

/** A cause that processor time is assigned to. A file belongs to the first cause that matches. */
const CAUSES: readonly [name: string, matches: (costs: FileCosts) => boolean][] = [
  ['programs that files share', ({ file }) => file.startsWith('shared by ')],
  ['tests with a browser', ({ file, counts }) => counts.browsers > 0 || /^(dashboard|inbox)\/test\//.test(file)],
  ['tests with other processes', ({ processes }) => Object.keys(processes).length > 0],
  ['tests with a service', ({ counts }) => counts.services > 0],
  ['tests with a database', ({ counts }) => counts.databases > 0],
  ['tests of code alone', () => true],
]

const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(7)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const processorMs = ({ ownMs, childrenMs }: FileCosts) => ownMs + childrenMs

function countsOf({ counts, processes }: FileCosts): string {
  const all = [...Object.entries(counts), ...Object.entries(processes)].filter(([, count]) => count > 0)
  return all.map(([thing, count]) => `${count} ${thing}`).join(', ')
}

/** Reads the lines that the batches wrote. */
export function readCosts(path: string): FileCosts[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FileCosts)
}

/** A line for each file, the dearest first, and a table by cause. */
export function profileOf(costs: readonly FileCosts[]): string[] {
  const dearest = costs.toSorted((one, other) => processorMs(other) - processorMs(one))
  const files = dearest.map(
    (one) =>
      `${seconds(one.wallMs)} ${seconds(one.ownMs)} ${seconds(one.childrenMs)} ${seconds(one.beforeFirstTestMs)}  ${one.file}  ${countsOf(one)}`,
  )
  const groups = Map.groupBy(costs, (one) => CAUSES.find(([, matches]) => matches(one))![0])
  const causes = [...groups].map(
    ([cause, of]) =>
      `${seconds(sum(of.map(processorMs)))} ${seconds(sum(of.map((one) => one.beforeFirstTestMs)))} ${String(of.length).padStart(6)}  ${cause}`,
  )
  return [
    '   wall     own children  before  file (seconds; before: processor time before the first test)',
    ...files,
    '',
    'processor  before  files  cause (seconds)',
    ...causes,
  ]
}
