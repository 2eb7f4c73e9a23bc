import { describeConformance } from '../../test/provider-conformance.ts'
import { startSmtp } from '../../test/vendors/smtp.ts'

describeConformance('SMTP', {
  start: startSmtp,
  facts: [],
  // A refused sign-in is tried again: whoever runs the channel can mend it.
  refusals: ['refuse', 'refuse_address'],
  causes: { refuse_address: 'mailbox_unavailable' },
  recipient: (number) => ({ fields: { email: `ada${number}@example.com` }, address: `ada${number}@example.com` }),
})
