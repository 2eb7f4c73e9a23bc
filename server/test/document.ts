/** Replaces the references in the OpenAPI document by their targets, for a validator of single schemas. */

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Levels of a recursive schema. Deeper values are not checked. */
const LEVELS_MAX = 3

export function inlineReferences<Document extends object>(document: Document): Document {
  const made = new Map<string, unknown>()
  const within = new Map<string, number>()

  function target(reference: string): unknown {
    if (made.has(reference)) return made.get(reference)
    const levels = within.get(reference) ?? 0
    if (levels === LEVELS_MAX) return {}
    within.set(reference, levels + 1)
    let node: unknown = document
    for (const part of reference.split('/').slice(1)) node = (node as Node)[part.replaceAll('~1', '/')]
    const inlined = inline(node)
    within.set(reference, levels)
    if (levels === 0) made.set(reference, inlined)
    return inlined
  }

  function inline(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(inline)
    if (!isNode(node)) return node
    const { $ref: reference, ...rest } = node
    const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(value)]))
    return typeof reference === 'string' ? { ...(target(reference) as Node), ...own } : own
  }

  return inline(document) as Document
}

/** The name of the same route below the external id: `GET /notification_users/by_external_id/{external_user_id}/devices`. */
export const byExternalId = (route: string): string =>
  route.replace('/notification_users/{id}', '/notification_users/by_external_id/{external_user_id}')

/** A table by route, also with the routes below external ids. */
export function withExternalIds<Value>(table: Record<string, Value>): Record<string, Value> {
  return {
    ...table,
    ...Object.fromEntries(Object.entries(table).map(([route, value]) => [byExternalId(route), value])),
  }
}
