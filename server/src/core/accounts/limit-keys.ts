/** The monthly limits by channel type. The names are part of the API (`limit_feature_key`). */
export const LIMIT_KEYS = {
  email: 'monthly_email_deliveries',
  push: 'monthly_push_deliveries',
  sms: 'monthly_sms_deliveries',
  in_app: 'monthly_in_app_deliveries',
} as const

export type LimitedType = keyof typeof LIMIT_KEYS
export type LimitKey = (typeof LIMIT_KEYS)[LimitedType]
