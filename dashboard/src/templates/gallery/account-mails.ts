/** Mails about accounts of people. */
import { FOOTER, HELLO, SHOP } from './example-mail.ts'
import type { ExampleMail } from './example-mail.ts'
import { button, mail, note, paragraph } from './layout.ts'

export const WELCOME: ExampleMail = {
  title: 'Welcome',
  use: 'After a person has signed up',
  name: 'welcome',
  subject: 'Welcome to {{ company }}',
  body: mail(
    'Three steps to get started.',
    'Welcome to {{ company }}',
    [
      HELLO,
      paragraph('Your account is ready. Most people begin with their profile, then invite their team.'),
      button('Open your account', '{{ start_url }}'),
      note('Questions? Reply to this mail. A person reads it.'),
    ],
    FOOTER,
  ),
  samples: { ...SHOP, start_url: 'https://example.com/start' },
}

export const CONFIRM: ExampleMail = {
  title: 'Confirm the address',
  use: 'Before an email address is used',
  name: 'confirm_address',
  subject: 'Confirm your email address',
  body: mail(
    'One click, and your address is confirmed.',
    'Confirm your email address',
    [
      HELLO,
      paragraph('Please confirm that {{ user.email }} is your address.'),
      button('Confirm the address', '{{ confirm_url }}'),
      note(
        'The link works until {{ expires_at | date: "long", user.time_zone }}. If you did not ask for this, do nothing.',
      ),
    ],
    FOOTER,
  ),
  samples: { ...SHOP, confirm_url: 'https://example.com/confirm/sample', expires_at: '2026-12-24T18:00:00Z' },
}

export const RESET: ExampleMail = {
  title: 'Reset the password',
  use: 'After a person asks for a new password',
  name: 'reset_password',
  subject: 'Set a new password',
  body: mail(
    'The link works for a short time.',
    'Set a new password',
    [
      HELLO,
      paragraph('You asked for a new password. Choose it here:'),
      button('Choose a new password', '{{ reset_url }}'),
      note('The link works for {{ valid_minutes }} minutes. If you did not ask for it, your password stays as it is.'),
    ],
    FOOTER,
  ),
  samples: { ...SHOP, reset_url: 'https://example.com/reset/sample', valid_minutes: '30' },
}

export const INVITATION: ExampleMail = {
  title: 'Invitation',
  use: 'When a member invites another person',
  name: 'invitation',
  subject: '{{ inviter }} invites you to {{ team }}',
  body: mail(
    'Join {{ team }} in {{ company }}.',
    'Join {{ team }}',
    [
      paragraph('Hello,'),
      paragraph('{{ inviter }} invites you to work together in {{ team }}.'),
      button('Accept the invitation', '{{ invitation_url }}'),
      note('The invitation is for {{ user.email }}. It ends on {{ expires_at | date: "long" }}.'),
    ],
    FOOTER,
  ),
  samples: {
    ...SHOP,
    inviter: 'Grace Hopper',
    team: 'Research',
    invitation_url: 'https://example.com/invitations/sample',
    expires_at: '2026-12-24',
  },
}

export const CANCELLATION: ExampleMail = {
  title: 'Cancellation',
  use: 'After a person has ended a plan',
  name: 'plan_canceled',
  subject: 'Your plan is canceled',
  body: mail(
    'You can use it until {{ ends_on | date: "long" }}.',
    'Your plan is canceled',
    [
      HELLO,
      paragraph(
        'We canceled your plan {{ plan }}. You can use it until {{ ends_on | date: "long" }}. No more payments follow.',
      ),
      button('Keep the plan', '{{ resume_url }}'),
      note('Your data stays for {{ kept_days }} days after this date.'),
    ],
    FOOTER,
  ),
  samples: {
    ...SHOP,
    plan: 'Team',
    ends_on: '2026-12-31',
    resume_url: 'https://example.com/plan/resume',
    kept_days: '30',
  },
}
