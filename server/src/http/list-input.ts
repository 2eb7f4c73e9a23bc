/** Lists in the forms in which they may be given. */

/** Removed ones (`_destroy`) count too, until they are looked at: a form may have so many for each that is taken. */
const FORM_ITEMS_PER_ITEM = 4

/**
 * A list, also in the indexed-object form, there in the order of its indices; null if the value is neither. A form may
 * name the objects of a list by any keys (`[new_1][name]`), as Rails' nested attributes: they are taken as they came.
 */
export function asArray(value: object, texts: boolean, maxItems: number): unknown[] | null {
  if (Array.isArray(value) && value.length > FORM_ITEMS_PER_ITEM * maxItems) return value as unknown[]
  if (Array.isArray(value)) return texts ? withoutDestroyed(value as unknown[]) : (value as unknown[])
  const entries = Object.entries(value)
  // In JSON an empty object is no list: a form cannot say it.
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
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const DESTROY = '_destroy'

/** Rails' forms mark with `_destroy` what was removed from the page before it was sent; unmarked it is no field. */
function withoutDestroyed(items: unknown[]): unknown[] {
  return items.flatMap((item) => {
    if (!isObject(item) || !Object.hasOwn(item, DESTROY)) return [item]
    const { [DESTROY]: destroyed, ...fields } = item
    return typeof destroyed !== 'string' || /^(|0|f|false|off)$/i.test(destroyed) ? [fields] : []
  })
}
