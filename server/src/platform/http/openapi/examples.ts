/** Makes examples of bodies from their schemas. */
import type { Body, Schema } from './document.ts'
import { JSON_TYPE } from './document.ts'

/** Of a body with its fields under a root key or at the top (`eitherBody`). */
function preferredForm({ properties = {}, if: rooted }: Schema, flat: Schema): Schema {
  const [[name, fields] = ['', {}]] = Object.entries(properties)
  return rooted?.required?.includes(name) === true ? { type: 'object', properties: { [name]: fields } } : flat
}

/** A valid value for the schema. The schema's own examples come first. */
function exampleOf(schema: Schema, values: Readonly<Record<string, unknown>>, name = ''): unknown {
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf[0]!, values, name)
  if (schema.else !== undefined) return exampleOf(preferredForm(schema, schema.else), values, name)
  if (schema.examples !== undefined) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).filter(([, field]) => field['x-other-name-of'] === undefined)
    if (fields.length === 0) return Object.hasOwn(values, name) ? values[name] : {}
    return Object.fromEntries(fields.map(([field, property]) => [field, exampleOf(property, values, field)]))
  }
  if (type === 'array') return schema.items === undefined ? [] : [exampleOf(schema.items, values, name)]
  if (schema.enum !== undefined) return schema.enum[0]
  const known = Object.hasOwn(values, name) ? values[name] : undefined
  if (type === 'string') return typeof known === 'string' ? known : 'text'.padEnd(schema.minLength ?? 0, 'x')
  if (type === 'integer' || type === 'number') return typeof known === 'number' ? known : (schema.minimum ?? 0)
  if (type === 'boolean') return true
  return known ?? null
}

/** `given`: an example to use instead of a generated one. `values`: example values by field name. */
export function addExamples(body: Body | undefined, values: Readonly<Record<string, unknown>>, given?: unknown): void {
  const content = body?.content?.[JSON_TYPE]
  if (content?.schema === undefined) return
  delete content.examples
  content.example = given ?? exampleOf(content.schema, values)
}
