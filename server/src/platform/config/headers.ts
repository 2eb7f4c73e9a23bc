/** A token of HTTP (RFC 9110), and at least one visible character behind the equals sign. */
const ITEM = /^([\w!#$%&'*+.^`|~-]+)\s*=\s*(.+)$/

/** Printable ASCII: a line break would start another header. */
const VALUE = /^[\x20-\x7e]+$/

/** Headers from items `name=value` with percent-encoded values. Null if an item is wrong. */
export function parseHeaders(items: readonly string[]): Record<string, string> | null {
  const headers: Record<string, string> = {}
  for (const item of items) {
    const [, name, encoded] = ITEM.exec(item) ?? []
    const value = encoded === undefined ? null : decoded(encoded)
    if (name === undefined || value === null || !VALUE.test(value)) return null
    headers[name] = value
  }
  return headers
}

function decoded(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
