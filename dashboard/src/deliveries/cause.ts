/** Why a delivery is as it is, in plain words. */

const REASONS: Record<string, string> = {
  requested: 'It was canceled on request',
  recipient_deleted: 'The recipient was deleted',
  channel_deleted_or_detached: 'The channel was deleted, switched off or taken from the template',
  no_live_channels: 'None of the channels of the template was active',
  monthly_email_deliveries: 'The limit of mails a month is reached',
  monthly_push_deliveries: 'The limit of pushes a month is reached',
  monthly_sms_deliveries: 'The limit of text messages a month is reached',
}

interface Told {
  status: string
  error_message: string | null
  friendly_error_message: string | null
  limit_feature_key: string | null
}

/** The cause in a sentence, or null if there is nothing to explain. */
export function causeOf(delivery: Told): string | null {
  const { error_message: message, friendly_error_message: friendly, limit_feature_key: limit } = delivery
  if (friendly !== null) return friendly
  if (limit !== null) return REASONS[limit] ?? `The limit ${limit} is reached`
  return message === null ? null : (REASONS[message] ?? message)
}
