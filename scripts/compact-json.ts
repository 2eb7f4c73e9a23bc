const LINE_LENGTH = 120

/** JSON in which a list or an object is on one line if it is short enough. */
export function compactJson(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const deeper = `${indent} `
  const items = Array.isArray(value)
    ? value.map((item) => compactJson(item, deeper))
    : Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${compactJson(inner, deeper)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const line = `${open}${items.join(', ')}${close}`
  if (indent.length + line.length <= LINE_LENGTH && !line.includes('\n')) return line
  return `${open}\n${items.map((item) => `${deeper}${item}`).join(',\n')}\n${indent}${close}`
}
