/** Mails that report numbers and events. */
import { HELLO, SHOP } from './example-mail.ts'
import type { ExampleMail } from './example-mail.ts'
import { button, mail, paragraph, rows } from './layout.ts'

export const ALERT: ExampleMail = {
  title: 'Alert',
  use: 'When something needs attention now',
  name: 'alert',
  subject: '[{{ severity | upcase }}] {{ alert.title }}',
  body: mail(
    '{{ alert.summary }}',
    '{{ alert.title }}',
    [
      paragraph('{{ alert.summary }}'),
      rows([
        ['Severity', '{{ severity }}'],
        [
          'Since',
          '{{ alert.since | date: "medium", user.time_zone }}, {{ alert.since | date: "time", user.time_zone }}',
        ],
        ['Service', '{{ alert.service }}'],
      ]),
      button('Open the alert', '{{ alert.url }}'),
    ],
    'You get this mail because you are on call for {{ alert.service }}.',
  ),
  samples: {
    severity: 'high',
    'alert.title': 'Payments are slow',
    'alert.summary': 'One payment in five takes longer than 10 seconds.',
    'alert.since': '2026-11-26T07:45:00Z',
    'alert.service': 'payments',
    'alert.url': 'https://example.com/alerts/sample',
  },
}

export const SUMMARY: ExampleMail = {
  title: 'Weekly summary',
  use: 'Once a week, with the numbers of the week',
  name: 'weekly_summary',
  subject: 'Your week at {{ company }}',
  body: mail(
    'Numbers from {{ week.from | date: "medium" }} to {{ week.until | date: "medium" }}.',
    'Your week',
    [
      HELLO,
      paragraph('From {{ week.from | date: "long" }} to {{ week.until | date: "long" }}:'),
      rows([['{{ row.name }}', '{{ row.value | number }}']], '  {% for row in week.rows %}', '  {% endfor %}'),
      button('See all numbers', '{{ week.url }}'),
    ],
    '{{ company }}{% if unsubscribe_url != "" %} · <a href="{{ unsubscribe_url }}" style="color: #5b6673;">Unsubscribe</a>{% endif %}',
  ),
  samples: {
    ...SHOP,
    'week.from': '2026-11-16',
    'week.until': '2026-11-22',
    'week.rows':
      '[{"name": "Visits", "value": 12840}, {"name": "Orders", "value": 312}, {"name": "Refunds", "value": 4}]',
    'week.url': 'https://example.com/numbers',
  },
}
