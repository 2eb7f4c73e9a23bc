/** Reads lists in each allowed notation. */

/**
 * Items with `_destroy` are removed only after this check, so a form may have more items than the limit, by this
 * factor.
 */
const FORM_ITEMS_PER_ITEM = 4

/**
 * Returns the list. An object with indices as keys becomes a list in their order. In forms, other keys are allowed too
 * (`[new_1][name]`, as in Rails' nested attributes), in the order of arrival. Null if the value is no list.
 */
export function asArray(value: object, texts: boolean, maxItems: number): unknown[] | null {
  if (Array.isArray(value) && value.length > FORM_ITEMS_PER_ITEM * maxItems) return value as unknown[]
  if (Array.isArray(value)) return texts ? withoutDestroyed(value as unknown[]) : (value as unknown[])
  const entries = Object.entries(value)
  // An empty JSON object is not a list. A form cannot contain one.
  if (entries.length === 0) return null
  if (entries.length > FORM_ITEMS_PER_ITEM * maxItems) return entries.map(([, item]) => item as unknown)
  if (entries.every(([key]) => /^\d{1,20}$/.test(key))) {
    const sorted = entries.toSorted(([one], [other]) => Number(one) - Number(other)).map(([, item]) => item as unknown)
    return texts ? withoutDestroyed(sorted) : sorted
  }
  const items = entries.map(([, item]) => item as unknown)
  return texts && items.every(isObject) ? withoutDestroyed(items) : null
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
}

const DESTROY = '_destroy'

/**
 * Rails' forms mark items that the user removed with a true `_destroy`. They are dropped, and other items lose the
 * field.
 */
function withoutDestroyed(items: unknown[]): unknown[] {
  return items.flatMap((item) => {
    if (!isObject(item) || !Object.hasOwn(item, DESTROY)) return [item]
    const { [DESTROY]: destroyed, ...fields } = item
    return typeof destroyed !== 'string' || /^(|0|f|false|off)$/i.test(destroyed) ? [fields] : []
  })
}
