import type { Message } from '../../../sdk/src/types.ts'

/** The body to create the same message again, with the ids of its recipient and template, in its language. */
export function createBodyOf(message: Message) {
  return {
    message: {
      notification_user_id: message.notification_user_id,
      message_template_id: message.message_template_id,
      // Null: the template's own texts, or a message from before the template had languages. The recipient decides again.
      ...(message.locale !== null && { locale: message.locale }),
      ...(message.reference !== undefined && { reference: message.reference }),
      ...(message.metadata !== undefined && { metadata: message.metadata }),
      ...(message.priority !== undefined && { priority: message.priority }),
      message_attributes_attributes: message.message_attributes.map(({ name, value }) => ({ name, value })),
    },
  }
}
