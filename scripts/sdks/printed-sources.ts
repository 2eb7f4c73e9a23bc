/** Parts of the Python client that are printed from other sources. */
import { STATUS_RANKS } from '../../sdk/src/statuses.ts'

/** The synchronous form of an asynchronous name or phrase, in the order of replacement. */
const SYNCHRONOUS: readonly (readonly [RegExp, string])[] = [
  [/\bimport asyncio\nimport itertools\b/g, 'import itertools\nimport time'],
  [/\basyncio\.sleep\b/g, 'time.sleep'],
  // The synchronous form is in the generated folder.
  [/^from \.async_transport\b/gm, 'from .generated.transport'],
  [/^from \.(?!generated\b)/gm, 'from ..'],
  [/^from \.generated\b/gm, 'from '],
  [/^from (\.+)async_(calls|resources)\b/gm, 'from .$2'],
  [/\bhandle_async_request\b/g, 'handle_request'],
  [/\b__aenter__\b/g, '__enter__'],
  [/\b__aexit__\b/g, '__exit__'],
  [/\ba(read|close)\b/g, '$1'],
  [/\basync (def|for|with)\b/g, '$1'],
  [/\(await (\S+\([^()]*\))\)/g, '$1'],
  [/\bawait /g, ''],
  [/\bAsync(?=[A-Z])/g, ''],
]

/** The synchronous form of an asynchronous module of the client. */
export function synchronous(source: string): string {
  const text = SYNCHRONOUS.reduce((changed, [pattern, replacement]) => changed.replace(pattern, replacement), source)
  return `# Printed by \`npm run generate\` from its asynchronous form; do not edit.\n${text}`
}

/** The ranks of the statuses as a module of Python. */
export function pythonStatuses(): string {
  const rows = Object.entries(STATUS_RANKS).map(([status, rank]) => `    "${status}": ${rank},\n`)
  return `# Printed by \`npm run generate\` from sdk/src/statuses.ts; do not edit.

#: The rank of each delivery status. Events arrive in any order: a status with a lower rank is older. If a status is
#: missing here, it is newer than this file and has no rank.
STATUS_RANKS: dict[str, int] = {
${rows.join('')}}
`
}

/** The ranks of the statuses as a file of Go, aligned as gofmt does. */
export function goStatuses(): string {
  const width = Math.max(...Object.keys(STATUS_RANKS).map((status) => status.length)) + 3
  const rows = Object.entries(STATUS_RANKS).map(([status, rank]) => `\t${`"${status}":`.padEnd(width)} ${rank},\n`)
  return `// Printed by \`npm run generate\` from sdk/src/statuses.ts. DO NOT EDIT.

package webhooks

// StatusRanks is the rank of each delivery status. Events arrive in any order: a status with a lower rank is older. If a
// status is missing here, it is newer than this file and has no rank.
var StatusRanks = map[string]int{
${rows.join('')}}
`
}
