/** Names for the API's types. All are derived from the OpenAPI document. */
import type { components, paths } from './generated/openapi.ts'

export type { ErrorCode } from './generated/openapi.ts'

type Schemas = components['schemas']

/**
 * A received event, told apart by `type`: `event.type === 'delivery.bounced'` gives `event.data.delivery`. A later
 * version of the service may send further types: ignore them.
 */
export type WebhookEvent = Schemas['Event']
export type Message = Schemas['Message']
export type Delivery = Schemas['Delivery']
export type WebhookEndpoint = Schemas['WebhookEndpoint']
export type WebhookEndpointWithSecret = Schemas['WebhookEndpointWithSecret']
export type WebhookAttempt = Schemas['WebhookAttempt']
export type ListedWebhookEvent = Schemas['ListedWebhookEvent']
export type NotificationUser = Schemas['NotificationUser']
export type Device = Schemas['Device']
export type NotificationChannel = Schemas['NotificationChannel']
export type MessageTemplate = Schemas['MessageTemplate']
export type Account = Schemas['Account']
export type ApiKey = Schemas['ApiKey']
export type AuditEntry = Schemas['AuditEntry']
export type Member = Schemas['Member']
export type Session = Schemas['Session']

/** The body of every error. `errors` is present only with status 422. */
export type ErrorBody = Schemas['Error']

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

type NamesOf<Path extends keyof paths> = {
  [Name in Method]: paths[Path][Name] extends object ? `${Uppercase<Name>} ${Path}` : never
}[Method]

/** For example `POST /api/v1/messages`. */
type OperationName = { [Path in keyof paths & `/api/${string}`]: NamesOf<Path> }[keyof paths & `/api/${string}`]

type Described<Name> = Name extends `${infer Verb} ${infer Path extends keyof paths}`
  ? paths[Path][Lowercase<Verb> & Method]
  : never

/** Input types: optional fields may also be `undefined`. */
type Given<Value> = Value extends readonly (infer Item)[]
  ? Given<Item>[]
  : Value extends object
    ? {
        [Field in keyof Value]: undefined extends Value[Field] ? Given<Value[Field]> | undefined : Given<Value[Field]>
      }
    : Value

type ParametersOf<Operation, Place extends string> = Operation extends { parameters: infer Places }
  ? Place extends keyof Places
    ? [NonNullable<Places[Place]>] extends [never]
      ? undefined
      : Given<NonNullable<Places[Place]>>
    : undefined
  : undefined

type BodyOf<Operation> = Operation extends { requestBody?: infer Body }
  ? [NonNullable<Body>] extends [never]
    ? undefined
    : Given<JsonOf<NonNullable<Body>>>
  : undefined

type JsonOf<Holder> = Holder extends { content: { 'application/json': infer Json } } ? Json : never

type ResponsesOf<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses & (200 | 201 | 202)]: JsonOf<Responses[Status]> }[keyof Responses & (200 | 201 | 202)]
  : never

/** The input and result of every operation, by method and path. */
export type Operations = {
  [Name in OperationName]: {
    path: ParametersOf<Described<Name>, 'path'>
    query: ParametersOf<Described<Name>, 'query'>
    body: BodyOf<Described<Name>>
    answer: [ResponsesOf<Described<Name>>] extends [never] ? null : ResponsesOf<Described<Name>>
  }
}
