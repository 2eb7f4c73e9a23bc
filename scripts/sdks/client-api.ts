/**
 * The types and operations of the clients in Python and Go, read from the OpenAPI document. Forms, sign-in, streams, other
 * names of a field and the bodies of errors are left out: they would make several types for one thing. The clients read
 * errors by hand.
 */
import type { ApiDocument, Operation, Parameter, Schema } from '../api-document.ts'

/**
 * `named`: one of the types of the clients. `object`: an object with any fields. `attributes`: the values of a message by
 * their names, sent as a list.
 */
export type ValueType =
  | { kind: 'any' | 'attributes' | 'boolean' | 'int' | 'int64' | 'number' | 'object' | 'text' | 'time' }
  | { kind: 'list' | 'map'; of: ValueType }
  | { kind: 'named'; name: string }

export interface Field {
  name: string
  description: string
  type: ValueType
  isNullable: boolean
  isRequired: boolean
  /** An empty text, a zero or the zero time is no value of this field. */
  isNeverEmpty: boolean
}

/** An object with fields, or a text with one of the values. */
export type NamedType = { name: string; description: string } & (
  | { fields: readonly Field[]; values?: undefined }
  | { values: readonly string[]; fields?: undefined }
)

export interface ClientOperation {
  /** The name in the document, for example `createMessage`. */
  id: string
  tag: string
  summary: string
  description: string
  method: string
  path: string
  pathParameters: readonly Field[]
  query: readonly Field[]
  takesIdempotencyKey: boolean
  /** The name of the type of the body. */
  body: { name: string; isRequired: boolean } | null
  /** The type of the body for each status. Null: the response has no body. */
  results: readonly { status: number; name: string | null }[]
}

export interface ClientApi {
  types: readonly NamedType[]
  operations: readonly ClientOperation[]
}

/** For browsers, and for probes. A program has an API key. */
const TAGS_LEFT_OUT = new Set(['Sessions', 'Health'])
/** A value of a message with its name. The clients have an object of these instead of a list. */
const ATTRIBUTE = '#/components/schemas/MessageAttributeInput'
/** The clients read a response to its end. */
const STREAMS = new Set(['followEvents', 'streamInbox'])

/** `notification_user` as `NotificationUser`. */
export const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** `device_id` as `deviceId`. */
export function camelCase(name: string): string {
  const text = pascalCase(name)
  return `${text[0]!.toLowerCase()}${text.slice(1)}`
}

const lastOf = (reference: string): string => reference.split('/').at(-1)!

/**
 * Bodies may come with their root key or without. The preferred form is enough: the root key, if it is the first property.
 */
function firstForm(schema: Schema): Schema {
  if (schema.if?.required === undefined || schema.else === undefined) return schema
  const { required } = schema.if
  const [name, value] = Object.entries(schema.properties!)[0]!
  return name === required[0] ? { type: 'object', required, properties: { [name]: value } } : schema.else
}

/** Reads types, and collects their named parts. */
class TypeReader {
  readonly types: NamedType[] = []
  readonly #schemas: ApiDocument['components']['schemas']
  readonly #seen = new Set<string>()

  constructor(schemas: ApiDocument['components']['schemas']) {
    this.#schemas = schemas
  }

  /** The type of a schema, which gets this name if it needs one. */
  read(schema: Schema, name: string): ValueType {
    const reference = (schema.oneOf?.[0] ?? schema).$ref
    if (reference !== undefined) return this.#component(lastOf(reference))
    if (schema.oneOf !== undefined) return this.read(schema.oneOf[0]!, name)
    const type = [schema.type].flat().find((one) => one !== 'null')
    if (schema.items?.$ref === ATTRIBUTE) {
      this.#component(lastOf(ATTRIBUTE))
      return { kind: 'attributes' }
    }
    if (type === 'array') return { kind: 'list', of: this.read(schema.items!, `${name}Item`) }
    if (type === 'integer') return { kind: schema.format === 'int64' ? 'int64' : 'int' }
    if (type === 'boolean' || type === 'number') return { kind: type }
    if (schema.properties !== undefined) return this.#object(schema, name)
    if (typeof schema.additionalProperties === 'object')
      return { kind: 'map', of: this.read(schema.additionalProperties, `${name}Value`) }
    if (type === 'object') return { kind: 'object' }
    if (type !== 'string') return { kind: 'any' }
    if (schema.enum === undefined) return { kind: schema.format === 'date-time' ? 'time' : 'text' }
    const values = schema.enum.filter((value) => value !== null)
    this.types.push({ name, description: schema.description ?? '', values })
    return { kind: 'named', name }
  }

  field(name: string, schema: Schema, isRequired: boolean, parent: string): Field {
    const type = this.read(schema, `${parent}${pascalCase(name)}`)
    const isNullable = [schema.type].flat().includes('null') || schema.oneOf !== undefined
    const isId = (type.kind === 'int' || type.kind === 'int64') && (schema.minimum ?? 0) > 0
    const isBlankNull = schema['x-blank-is-null'] === true && type.kind === 'text'
    return {
      name: type.kind === 'attributes' ? 'message_attributes' : name,
      description: schema.description ?? '',
      type,
      // If a list is optional and may be null, a client leaves it out.
      isNullable: isNullable && (isRequired || (type.kind !== 'list' && type.kind !== 'attributes')),
      isRequired,
      isNeverEmpty: isId || isBlankNull || type.kind === 'time' || this.#isEnumeration(type),
    }
  }

  #isEnumeration(type: ValueType): boolean {
    return type.kind === 'named' && this.types.find(({ name }) => name === type.name)?.values !== undefined
  }

  #object(schema: Schema, name: string): ValueType {
    // A type comes before the types of its fields.
    const place = this.types.length
    const fields = Object.entries(schema.properties!)
      .filter(([, value]) => value['x-other-name-of'] === undefined)
      .map(([field, value]) => this.field(field, value, schema.required?.includes(field) ?? false, name))
    this.types.splice(place, 0, { name, description: schema.description ?? '', fields })
    return { kind: 'named', name }
  }

  #component(name: string): ValueType {
    if (!this.#seen.has(name)) {
      this.#seen.add(name)
      const form = firstForm(this.#schemas[name]!)
      this.read(form.$ref === undefined ? form : this.#schemas[lastOf(form.$ref)]!, name)
    }
    return { kind: 'named', name }
  }
}

function readOperation(
  method: string,
  path: string,
  operation: Operation,
  reader: TypeReader,
  shared: ApiDocument['components']['parameters'],
): ClientOperation {
  const { operationId: id, tags = [], summary = '', description = '', requestBody, responses } = operation
  const parent = pascalCase(id)
  const parameters = (operation.parameters ?? []).map((given): Parameter =>
    given.$ref === undefined ? given : shared[lastOf(given.$ref)]!,
  )
  const fieldsIn = (place: Parameter['in']) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, required = false, description: text = '' }) =>
        reader.field(name, { description: text, ...schema }, required, parent),
      )
  /** The name of the type of the JSON. */
  const nameOf = (body: Operation['responses'][string], name: string): string | null => {
    const schema = body.content?.['application/json']?.schema
    const type = schema && reader.read(schema, name)
    return type?.kind === 'named' ? type.name : null
  }
  const body = requestBody && nameOf(requestBody, `${parent}Body`)
  return {
    id,
    tag: tags[0]!,
    summary,
    description,
    method: method.toUpperCase(),
    path,
    pathParameters: fieldsIn('path'),
    query: fieldsIn('query'),
    takesIdempotencyKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
    body: typeof body === 'string' ? { name: body, isRequired: requestBody?.required ?? false } : null,
    results: Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, response]) => ({ status: Number(status), name: nameOf(response, `${parent}Response${status}`) })),
  }
}

/** Reads the types and operations that a client has. */
export function readClientApi({ paths, components }: ApiDocument): ClientApi {
  const reader = new TypeReader(components.schemas)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId, tags }]) => !STREAMS.has(operationId) && !tags?.some((tag) => TAGS_LEFT_OUT.has(tag)))
      .map(([method, operation]) => readOperation(method, path, operation, reader, components.parameters)),
  )
  return { types: reader.types, operations }
}

/** The names of the types below some types. */
export function namesBelow(api: ClientApi, roots: readonly ValueType[]): Set<string> {
  const types = new Map(api.types.map((type) => [type.name, type]))
  const found = new Set<string>()
  const visit = (type: ValueType): void => {
    if (type.kind === 'list' || type.kind === 'map') visit(type.of)
    const name = type.kind === 'attributes' ? lastOf(ATTRIBUTE) : type.kind === 'named' ? type.name : null
    if (name === null || found.has(name)) return
    found.add(name)
    for (const field of types.get(name)?.fields ?? []) visit(field.type)
  }
  roots.forEach(visit)
  return found
}

/** A text of the document in lines of at most `width` characters. Empty lines separate its paragraphs. */
export function wrapped(text: string, width: number): string[] {
  return text
    .trim()
    .replaceAll(/(?<!\n)\n(?![\n-])/g, ' ')
    .split('\n')
    .flatMap((paragraph) => {
      const lines = ['']
      for (const word of paragraph.split(' ')) {
        const line = lines.at(-1)!
        if (line === '') lines[lines.length - 1] = word
        else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`
        else lines.push(word)
      }
      return lines
    })
}
