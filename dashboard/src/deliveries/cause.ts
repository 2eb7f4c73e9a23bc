/** Explains the status of a delivery in plain words. */

const REASONS: Record<string, string> = {
  requested: 'Canceled on request',
  recipient_deleted: 'The recipient was deleted',
  channel_deleted_or_detached: 'The channel was deleted, deactivated or removed from the template',
  no_live_channels: 'The template had no active channel',
  monthly_email_deliveries: 'The monthly limit of emails is reached',
  monthly_push_deliveries: 'The monthly limit of push messages is reached',
  monthly_sms_deliveries: 'The monthly limit of text messages is reached',
  monthly_in_app_deliveries: 'The monthly limit of in-app messages is reached',
}

interface Told {
  status: string
  error_message: string | null
  friendly_error_message: string | null
  limit_feature_key: string | null
}

/** The cause as a sentence, or null if there is none. */
export function causeOf(delivery: Told): string | null {
  const { error_message: message, friendly_error_message: friendly, limit_feature_key: limit } = delivery
  if (friendly !== null) return friendly
  if (limit !== null) return REASONS[limit] ?? `The limit ${limit} is reached`
  return message === null ? null : (REASONS[message] ?? message)
}
