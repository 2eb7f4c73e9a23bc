/** Formats of Intl take long to make, so a process keeps them. */

/** Different formats of a kind kept in a process. */
const FORMATS_MAX = 500

export function kept<Format>(): (key: string, make: () => Format) => Format {
  const formats = new Map<string, Format>()
  return (key, make) => {
    const known = formats.get(key)
    if (known !== undefined) return known
    const made = make()
    if (formats.size >= FORMATS_MAX) formats.delete(formats.keys().next().value!)
    formats.set(key, made)
    return made
  }
}
