import type { Message } from '../../../sdk/src/types.ts'

/** The body to create the same message again, with the ids of its recipient and template. */
export function createBodyOf(message: Message) {
  return {
    message: {
      notification_user_id: message.notification_user_id,
      message_template_id: message.message_template_id,
      message_attributes_attributes: message.message_attributes.map(({ name, value }) => ({ name, value })),
    },
  }
}
