/** The OpenAPI document with what its references name in their places: what a validator of single schemas can read. */

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

export function inlineReferences<Document extends object>(document: Document): Document {
  const made = new Map<string, unknown>()

  function target(reference: string): unknown {
    if (!made.has(reference)) {
      let node: unknown = document
      for (const part of reference.split('/').slice(1)) node = (node as Node)[part.replaceAll('~1', '/')]
      made.set(reference, inline(node))
    }
    return made.get(reference)
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
