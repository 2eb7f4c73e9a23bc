/** The parts of an OpenAPI document that this folder changes. */
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
  maxProperties?: number
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  unevaluatedProperties?: false
  required?: string[]
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  not?: object
  if?: { required?: string[] }
  then?: object
  else?: Schema
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
  /** A session needs its password for the operation. */
  'x-password-again'?: boolean
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

/** The operation's id in generated clients, and a description to put before the route's own. */
export type OperationText = readonly [id: string, description?: string]

/** Details that the route's declaration does not contain. */
export interface RouteDetails {
  /** Error codes beside the common ones. */
  errors?: readonly ErrorCode[]
  /** An example of the request's body, if one made from the schema is not helpful. */
  request?: unknown
  /** The response sets or clears the session's cookie. */
  setsCookie?: boolean
}

export interface DocumentDetails {
  /** By method and path: `POST /api/v1/messages/{id}/cancel`. Every route needs one. */
  operations: Readonly<Record<string, OperationText>>
  /** Groups of operations: name to description, in the order of the reference. */
  tags: Readonly<Record<string, string>>
  /** Details of some routes, by method and path. */
  routes: Readonly<Record<string, RouteDetails>>
  /** Example values by field name, if the schema has no example. */
  values: Readonly<Record<string, unknown>>
  /** Schema names, each with a place in the document: see `nameSchemas`. */
  schemas: Readonly<Record<string, string>>
  /** By schema name: keywords for the schema and its properties that validation does not use. */
  rules: Readonly<Record<string, SchemaRules>>
  /** Schemas that no route has: those of the webhooks. They may refer to the named ones. */
  events: Readonly<Record<string, Schema>>
  /** Webhook requests by name. */
  webhooks: Readonly<Record<string, { post: Operation }>>
}

export interface SchemaRules {
  keywords?: Readonly<Record<string, unknown>>
  properties?: Readonly<Record<string, object>>
}

export const JSON_TYPE = 'application/json'

/** The schema of the JSON body. */
export function bodySchema(body: Body | undefined): Schema | undefined {
  return body?.content?.[JSON_TYPE]?.schema
}
