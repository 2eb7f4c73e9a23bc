import { describeConformance } from '../../../test/provider-conformance.ts'
import { startSmtp } from '../../../test/vendors/smtp.ts'

describeConformance('SMTP', {
  start: startSmtp,
  facts: [],
  // A refused sign-in is retried, because the channel's owner can correct it.
  causes: { refuse_address: 'mailbox_unavailable' },
  recipient: (number) => ({ fields: { email: `ada${number}@example.com` }, address: `ada${number}@example.com` }),
})
