/** The methods of the clients: the names of the table, with the shapes of their operations. */
import type { ClientApi, ClientOperation, Field, ValueType } from './client-api.ts'
import { RESOURCES } from './names.ts'

export interface Method {
  /** In snake case, like all names here. */
  verb: string
  operation: ClientOperation
  /** The body. `key`: its root key, which a method adds. Null: the body is given as it is. */
  body: { key: string | null; type: ValueType } | null
  /** `list`: all pages of `key`. `value`: the body, or its only field. */
  result:
    | { kind: 'none' }
    | { kind: 'list'; key: string; type: ValueType }
    | { kind: 'value'; key: string | null; type: ValueType }
  /** The statuses with a body. */
  statuses: readonly number[]
}

export interface Resource {
  noun: string
  methods: readonly Method[]
}

type Types = ReadonlyMap<string, ClientApi['types'][number]>

function fieldsOf(types: Types, name: string): readonly Field[] {
  const type = types.get(name)
  return type === undefined || type.values !== undefined ? [] : type.fields
}

function bodyOf({ body }: ClientOperation, types: Types): Method['body'] {
  if (body === null) return null
  const named: ValueType = { kind: 'named', name: body.name }
  // A program has an API key: the password is for members.
  const fields = fieldsOf(types, body.name).filter(({ name }) => name !== 'current_password')
  const [field] = fields
  if (field === undefined) return null
  const isRoot = fields.length === 1 && field.isRequired && (field.type.kind === 'named' || field.type.kind === 'list')
  return isRoot ? { key: field.name, type: field.type } : { key: null, type: named }
}

function resultOf({ results, query }: ClientOperation, types: Types): Method['result'] {
  const [name] = results.map((result) => result.name)
  if (name === null || name === undefined || results.some((result) => result.name === null)) return { kind: 'none' }
  const fields = fieldsOf(types, name)
  const [first] = fields
  const isList = fields.some((field) => field.name === 'next_cursor') && query.some((field) => field.name === 'cursor')
  if (isList && first?.type.kind === 'list') return { kind: 'list', key: first.name, type: first.type.of }
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
      return { verb, operation, statuses, body: bodyOf(operation, types), result: resultOf(operation, types) }
    }),
  }))
}
