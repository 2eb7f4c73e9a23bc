import { CANCELLATION, CONFIRM, INVITATION, RESET, WELCOME } from './account-mails.ts'
import type { ExampleMail } from './example-mail.ts'
import { INVOICE, RECEIPT, SHIPPING } from './order-mails.ts'
import { ALERT, SUMMARY } from './report-mails.ts'

/** The mails of the gallery, the most usual ones first. */
export const EXAMPLE_MAILS: readonly ExampleMail[] = [
  WELCOME,
  CONFIRM,
  RESET,
  RECEIPT,
  SHIPPING,
  INVOICE,
  INVITATION,
  ALERT,
  SUMMARY,
  CANCELLATION,
]
