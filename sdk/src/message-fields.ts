/** The fields of a message as programs write them: its values as an object, its time as a `Date`. */
import type { FieldsOf } from './pages.ts'

type Sent = FieldsOf<'POST /api/v1/messages', 'message'>
type Attributes = NonNullable<Sent['message_attributes_attributes']>

/** `message_attributes` may be an object: `{ 'order.id': 'A-1' }`. */
export type WithAttributes<Fields> = Omit<Fields, 'message_attributes'> & {
  message_attributes?: Record<string, unknown> | Attributes | null
}

export type NewMessage = Omit<WithAttributes<Sent>, 'send_at'> & { send_at?: Date | string | null }

/** The service takes attributes as a list. */
export function withAttributes<Fields>(fields: WithAttributes<Fields>): Fields {
  const { message_attributes: given } = fields
  if (given === null || given === undefined || Array.isArray(given)) return fields as Fields
  const message_attributes = Object.entries(given).map(([name, value]) => ({ name, value }))
  return { ...fields, message_attributes } as Fields
}

export const messageFields = (message: NewMessage): Sent => withAttributes<Sent>(message as WithAttributes<Sent>)
