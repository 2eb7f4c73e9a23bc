/** Formats of Intl, and the values that they give, take long to make, so a process keeps some of each kind. */
const KEPT_MAX = 500

export function kept<Value>(): (key: string, make: () => Value) => Value {
  const values = new Map<string, Value>()
  return (key, make) => {
    const known = values.get(key)
    if (known !== undefined) return known
    const made = make()
    if (values.size >= KEPT_MAX) values.delete(values.keys().next().value!)
    values.set(key, made)
    return made
  }
}
