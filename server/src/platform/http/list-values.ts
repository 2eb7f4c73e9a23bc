/** Lists in inputs: arrays, and the objects that stand for them. */
import { isObject } from './input-values.ts'

/**
 * Items with `_destroy` are removed only after this check, so a form may have more items than the limit, by this
 * factor.
 */
const FORM_ITEMS_PER_ITEM = 4

/** The items of a list, each with the name that the caller gave it: its position, or the key of an object. */
export type Items = (readonly [name: string, item: unknown])[]

/**
 * The items of a list. An object with indices as keys becomes a list in their order. In forms, other keys are allowed too
 * (`[new_1][name]`, as in Rails' nested attributes), in the order of arrival. Of far too many items, those beyond the
 * first one that is too many are left out. Null if the value is no list.
 */
export function itemsOf(value: object, texts: boolean, maxItems: number): Items | null {
  if (Array.isArray(value)) {
    if (value.length > FORM_ITEMS_PER_ITEM * maxItems) return Object.entries<unknown>(value.slice(0, maxItems + 1))
    return texts ? withoutDestroyed(Object.entries<unknown>(value)) : Object.entries<unknown>(value)
  }
  const entries = Object.entries<unknown>(value as Record<string, unknown>)
  // An empty JSON object is not a list. A form cannot contain one.
  if (entries.length === 0) return null
  if (entries.length > FORM_ITEMS_PER_ITEM * maxItems) return entries.slice(0, maxItems + 1)
  if (entries.every(([key]) => /^\d{1,20}$/.test(key))) {
    const sorted = entries.toSorted(([one], [other]) => Number(one) - Number(other))
    return texts ? withoutDestroyed(sorted) : sorted
  }
  return texts && entries.every(([, item]) => isObject(item)) ? withoutDestroyed(entries) : null
}

/**
 * `{ "order.id": 1001 }` as the items `{ "name": "order.id", "value": 1001 }`, under these names. Null if the value is a
 * list, in any form, or no object.
 */
export function itemsByName(value: unknown, texts: boolean, maxItems: number): Items | null {
  if (!isObject(value) || itemsOf(value, texts, maxItems)?.every(([, item]) => isObject(item)) === true) return null
  return Object.entries(value).map(([name, one]) => [name, { name, value: one }])
}

const DESTROY = '_destroy'

/**
 * Rails' forms mark items that the user removed with a true `_destroy`. They are dropped, and other items lose the
 * field.
 */
function withoutDestroyed(items: Items): Items {
  return items.flatMap(([name, item]): Items => {
    if (!isObject(item) || !Object.hasOwn(item, DESTROY)) return [[name, item]]
    const { [DESTROY]: destroyed, ...fields } = item
    return typeof destroyed !== 'string' || /^(|0|f|false|off)$/i.test(destroyed) ? [[name, fields]] : []
  })
}
