/** The methods of the clients: the names of the table, with the shapes of their operations. */
import type { ClientApi, ClientOperation, Field, NamedType, ValueType } from './client-api.ts'
import { RESOURCES } from './names.ts'

export interface Method {
  /** In snake case, like all names here. */
  verb: string
  operation: ClientOperation
  /** The body, with its fields if it is an object. `key`: its root key, which a method adds. Null: it is given as it is. */
  body: { key: string | null; type: ValueType; fields: readonly Field[] } | null
  /** `list`: all pages of `key`. `feed`: likewise, with `after` as its cursor. `value`: the body, or its only field. */
  result:
    | { kind: 'none' }
    | { kind: 'feed' | 'list'; key: string; type: ValueType }
    | { kind: 'value'; key: string | null; type: ValueType }
  /** Results with `overloaded` are asked for again. */
  isBatch: boolean
  /** The statuses with a body. */
  statuses: readonly number[]
}

export interface Resource {
  noun: string
  methods: readonly Method[]
}

type Types = ReadonlyMap<string, NamedType>

function fieldsOf(types: Types, type: ValueType): readonly Field[] {
  const found = type.kind === 'named' ? types.get(type.name) : undefined
  return found === undefined || found.values !== undefined ? [] : found.fields
}

function bodyOf({ body, pathParameters }: ClientOperation, types: Types): Method['body'] {
  if (body === null) return null
  const named: ValueType = { kind: 'named', name: body.name }
  // A program has an API key: the password is for members.
  const fields = fieldsOf(types, named).filter(({ name }) => name !== 'current_password')
  const [field] = fields
  if (field === undefined) return null
  const isRoot = fields.length === 1 && field.isRequired && (field.type.kind === 'named' || field.type.kind === 'list')
  if (!isRoot) return { key: null, type: named, fields }
  // The path has these already.
  const isInPath = ({ name }: Field) => pathParameters.some((parameter) => parameter.name === name)
  const inside = fieldsOf(types, field.type).filter((one) => !isInPath(one))
  return { key: field.name, type: field.type, fields: inside }
}

function resultOf(verb: string, { results, query }: ClientOperation, types: Types): Method['result'] {
  const [name] = results.map((result) => result.name)
  if (name === null || name === undefined || results.some((result) => result.name === null)) return { kind: 'none' }
  const fields = fieldsOf(types, { kind: 'named', name })
  const [first] = fields
  const has = (cursor: string) => query.some((field) => field.name === cursor)
  if (first?.type.kind === 'list' && fields.some((field) => field.name === 'next_cursor')) {
    if (has('cursor')) return { kind: 'list', key: first.name, type: first.type.of }
    if (has('after') && verb === 'list') return { kind: 'feed', key: first.name, type: first.type.of }
  }
  return fields.length === 1 && first !== undefined
    ? { kind: 'value', key: first.name, type: first.type }
    : { kind: 'value', key: null, type: { kind: 'named', name } }
}

/** The resources of the table. Throws if the document lacks an operation. */
export function readResources(api: ClientApi): Resource[] {
  const types: Types = new Map(api.types.map((type) => [type.name, type]))
  return Object.entries(RESOURCES).map(([noun, verbs]) => ({
    noun,
    methods: Object.entries(verbs).map(([verb, id]) => {
      const operation = api.operations.find((one) => one.id === id)
      if (operation === undefined) throw new Error(`The document has no operation ${id}`)
      const statuses = operation.results.flatMap(({ status, name }) => (name === null ? [] : [status]))
      const result = resultOf(verb, operation, types)
      return { verb, operation, statuses, body: bodyOf(operation, types), result, isBatch: id === 'createMessages' }
    }),
  }))
}
