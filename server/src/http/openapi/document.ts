/** The parts of an OpenAPI document that are looked at while it is completed. */
import type { ErrorCode } from '../../errors.ts'

export interface Schema {
  $ref?: string
  title?: string
  description?: string
  type?: string | string[]
  enum?: unknown[]
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
  properties?: Record<string, Schema>
  additionalProperties?: boolean
  required?: string[]
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  not?: object
  if?: object
  then?: object
  'x-other-name-of'?: string
  const?: unknown
  discriminator?: { propertyName: string; mapping: Record<string, string> }
  examples?: unknown[]
  default?: unknown
}

export interface Content {
  schema?: Schema
  example?: unknown
  examples?: unknown
  encoding?: Record<string, { style: string; explode: boolean }>
}

export interface Parameter {
  $ref?: string
  in: string
  name: string
  required?: boolean
  description?: string
  schema: Schema
}

export interface Body {
  content?: Record<string, Content>
}

export interface Response extends Body {
  $ref?: string
  description?: string
  headers?: Record<string, { $ref: string }>
}

export interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: Body & { required?: boolean; description?: string }
  responses: Record<string, Response>
  security?: Record<string, string[]>[]
}

export interface Components {
  schemas?: Record<string, Schema>
  responses?: Record<string, Response>
  headers?: Record<string, { description: string; schema: Schema }>
  parameters?: Record<string, Parameter>
}

export interface Document {
  paths?: Record<string, Record<string, Operation>>
  webhooks?: DocumentDetails['webhooks']
  components?: Components
}

/** The id of an operation in clients that are generated; a description in front of the route's own. */
export type OperationText = readonly [id: string, description?: string]

/** What cannot be seen of a route's declaration. */
export interface RouteDetails {
  /** Codes beside those that every such route has. */
  errors?: readonly ErrorCode[]
  /** The body of a request, where one made of the schema would say nothing. */
  request?: unknown
  /** The answer sets or clears the cookie of the session. */
  setsCookie?: boolean
}

export interface DocumentDetails {
  /** By method and path: `POST /api/v1/messages/{id}/cancel`; there is one of every route. */
  operations: Readonly<Record<string, OperationText>>
  /** What they are grouped by: names to descriptions, in the order of the reference. */
  tags: Readonly<Record<string, string>>
  /** Some routes, by method and path. */
  routes: Readonly<Record<string, RouteDetails>>
  /** Values of fields by their names, where the schema has no example. */
  values: Readonly<Record<string, unknown>>
  /** Named schemas, and where one of each is: see `nameSchemas`. */
  schemas: Readonly<Record<string, string>>
  /** By name: keywords that say more of a named schema than its route checks by it, and more of its properties. */
  rules: Readonly<Record<string, SchemaRules>>
  /** Schemas that no route has: those of the webhooks. They may refer to the named ones. */
  events: Readonly<Record<string, Schema>>
  /** What receivers get, by names. */
  webhooks: Readonly<Record<string, { post: Operation }>>
}

export interface SchemaRules {
  keywords?: Readonly<Record<string, unknown>>
  properties?: Readonly<Record<string, object>>
}

export const JSON_TYPE = 'application/json'

/** What a JSON body is, or is best where it may be of several shapes. */
export function mainSchema(body: Body | undefined): Schema | undefined {
  const schema = body?.content?.[JSON_TYPE]?.schema
  return schema?.anyOf?.[0] ?? schema
}
