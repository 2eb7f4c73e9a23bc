/** Mails that mail servers return, in the forms of well-known ones. */

export interface Returned {
  /** The recipient in the report. */
  to?: string
  action?: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded'
  status?: string
  /** The reply of the next server. */
  said?: string
  /** The Message-ID of the returned mail, without its domain. */
  id?: string
}

const ADA = 'ada@example.com'

const returnedMail = (to: string, id: string) =>
  [
    'Received: from tidings.example.net (tidings.example.net [192.0.2.7]) by mx.example.net; Sat, 28 Nov 2026 10:00:00 +0000',
    'From: Shop <shop@example.net>',
    `To: ${to}`,
    'Subject: Your order',
    `Message-ID: <${id}@example.net>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Hello Ada, the order is on its way.',
    '',
  ].join('\r\n')

interface Report {
  from: string
  subject: string
  text: string
  fields: (string | false)[]
  /** Of the part with the returned mail. */
  returnedType?: string
  returned: string
  more?: string[]
}

/** A multipart/report (RFC 6522). */
function report({ from, subject, text, fields, returnedType = 'message/rfc822', returned, more = [] }: Report): string {
  const status = fields.filter((field) => field !== false).join('\r\n')
  return [
    `From: ${from}`,
    'To: b@bounces.example.net',
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    ...more,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=_b1"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--=_b1',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    text.replaceAll('\n', '\r\n'),
    '--=_b1',
    'Content-Type: message/delivery-status',
    '',
    status,
    '',
    '--=_b1',
    `Content-Type: ${returnedType}`,
    '',
    returned,
    '--=_b1--',
    '',
  ].join('\r\n')
}

/** Plain text, with the returned mail behind it. */
function plain(from: string, subject: string, text: string, more: string[] = []): string {
  const lines = [`From: ${from}`, 'To: b@bounces.example.net', `Subject: ${subject}`, ...more, '', text]
  return lines.join('\r\n').replaceAll(/\r?\n/g, '\r\n')
}

const fold = (text: string) => text.replaceAll('\n', '\r\n    ')

/** The forms, by the name of the program. */
export const FORMS = {
  postfix: ({ to = ADA, action = 'failed', status = '5.1.1', said, id = '1.2.abc' }: Returned) =>
    report({
      from: 'MAILER-DAEMON@mx.example.net (Mail Delivery System)',
      subject: action === 'failed' ? 'Undelivered Mail Returned to Sender' : 'Delayed Mail (still being retried)',
      more: ['Auto-Submitted: auto-replied'],
      text: `This is the mail system at host mx.example.net.\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients.\n\n<${to}>: host mail.example.com[192.0.2.9]\n    said: ${said ?? 'nothing'} (in reply to RCPT TO command)\n`,
      fields: [
        'Reporting-MTA: dns; mx.example.net\r\nX-Postfix-Queue-ID: 4F1A2B3C4D\r\nX-Postfix-Sender: rfc822; b@bounces.example.net\r\nArrival-Date: Sat, 28 Nov 2026 10:00:00 +0000 (UTC)\r\n',
        `Final-Recipient: rfc822; ${to}\r\nOriginal-Recipient: rfc822;${to}\r\nAction: ${action}\r\nStatus: ${status}`,
        said !== undefined && `Remote-MTA: dns; mail.example.com\r\nDiagnostic-Code: smtp; ${fold(said)}`,
      ],
      returned: returnedMail(to, id),
    }),

  /** A failure inside Postfix has no reply of a server. */
  postfixOwn: ({ to = ADA, action = 'failed', status = '5.1.1', said = '', id = '1.2.abc' }: Returned) =>
    FORMS.postfix({ to, action, status, said, id }).replace('Diagnostic-Code: smtp;', 'Diagnostic-Code: X-Postfix;'),

  exim: ({ to = ADA, action = 'failed', said = '', id = '1.2.abc' }: Returned) =>
    report({
      from: 'Mail Delivery System <Mailer-Daemon@mx.example.net>',
      subject: 'Mail delivery failed: returning message to sender',
      more: [`X-Failed-Recipients: ${to}`, 'Auto-Submitted: auto-replied'],
      text: `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ${to}\n    ${said}\n`,
      fields: [
        'Reporting-MTA: dns; mx.example.net\r\n',
        `Action: ${action}\r\nFinal-Recipient: rfc822;${to}\r\nStatus: 5.0.0`,
        said.startsWith('host') &&
          `Remote-MTA: dns; mail.example.com\r\nDiagnostic-Code: smtp; ${said.split(': ').at(-1)}`,
      ],
      returnedType: 'text/rfc822-headers',
      returned: returnedMail(to, id),
    }),

  /** Exim before 4.84. */
  eximPlain: ({ to = ADA, said = '', id = '1.2.abc' }: Returned) =>
    plain(
      'Mail Delivery System <Mailer-Daemon@mx.example.net>',
      'Mail delivery failed: returning message to sender',
      `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ${to}\n    ${said}\n\n------ This is a copy of the message, including all the headers. ------\n\n${returnedMail(to, id)}`,
      [`X-Failed-Recipients: ${to}`, 'Auto-Submitted: auto-replied'],
    ),

  exchange: ({ to = ADA, action = 'failed', status = '5.1.10', said = '', id = '1.2.abc' }: Returned) =>
    report({
      from: 'Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.com>',
      subject: 'Undeliverable: Your order',
      more: ['X-MS-Exchange-Message-Is-Ndr: ', 'Auto-Submitted: auto-replied'],
      text: `Delivery has failed to these recipients or groups:\n\n${to}\nYour message couldn't be delivered.\n`,
      fields: [
        'Reporting-MTA: dns;AM9PR01MB.eurprd01.prod.exchangelabs.com\r\nReceived-From-MTA: dns;mx.example.net\r\nArrival-Date: Sat, 28 Nov 2026 10:00:00 +0000\r\n',
        `Original-Recipient: rfc822;${to}\r\nFinal-Recipient: rfc822;${to}\r\nAction: ${action}\r\nStatus: ${status}`,
        said !== '' && `Diagnostic-Code: smtp;${said}`,
        'X-Display-Name: Ada',
      ],
      returned: returnedMail(to, id),
    }),

  gmail: ({ to = ADA, action = 'failed', status = '5.1.1', said = '', id = '1.2.abc' }: Returned) =>
    report({
      from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      subject: 'Delivery Status Notification (Failure)',
      more: ['Auto-Submitted: auto-replied', 'In-Reply-To: <1.2.abc@example.net>'],
      text: `** Address not found **\n\nYour message wasn't delivered to ${to} because the address couldn't be found, or is unable to receive mail.\n`,
      fields: [
        'Reporting-MTA: dns; googlemail.com\r\nReceived-From-MTA: dns; shop@example.net\r\nArrival-Date: Sat, 28 Nov 2026 02:00:00 -0800 (PST)\r\nX-Original-Message-ID: <1.2.abc@example.net>\r\n',
        `Final-Recipient: rfc822; ${to}\r\nAction: ${action}\r\nStatus: ${status}\r\nRemote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.26, the server for the domain gmail.com.)`,
        said !== '' && `Diagnostic-Code: smtp; ${fold(said)}`,
        'Last-Attempt-Date: Sat, 28 Nov 2026 02:00:01 -0800 (PST)',
      ],
      returned: returnedMail(to, id),
    }),

  qmail: ({ to = ADA, said = '', id = '1.2.abc' }: Returned) =>
    plain(
      'MAILER-DAEMON@mx.example.net',
      'failure notice',
      `Hi. This is the qmail-send program at mx.example.net.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<${to}>:\n${said}\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <b@bounces.example.net>\n${returnedMail(to, id)}`,
    ),

  sendmail: ({ to = ADA, action = 'failed', status = '5.1.1', said = '', id = '1.2.abc' }: Returned) =>
    report({
      from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.net>',
      subject: 'Returned mail: see transcript for details',
      more: ['Auto-Submitted: auto-generated (failure)'],
      text: `The original message was received at Sat, 28 Nov 2026 10:00:00 GMT\nfrom tidings.example.net [192.0.2.7]\n\n   ----- The following addresses had permanent fatal errors -----\n<${to}>\n    (reason: ${said})\n\n   ----- Transcript of session follows -----\n... while talking to mail.example.com.:\n>>> RCPT To:<${to}>\n<<< ${said}\n`,
      fields: [
        'Reporting-MTA: dns; mx.example.net\r\nReceived-From-MTA: DNS; tidings.example.net\r\nArrival-Date: Sat, 28 Nov 2026 10:00:00 GMT\r\n',
        `Final-Recipient: RFC822; ${to}\r\nAction: ${action}\r\nStatus: ${status}\r\nRemote-MTA: DNS; mail.example.com`,
        said !== '' && `Diagnostic-Code: SMTP; ${said}`,
        'Last-Attempt-Date: Sat, 28 Nov 2026 10:00:01 GMT',
      ],
      returned: returnedMail(to, id),
    }),

  openSmtpd: ({ to = ADA, action = 'failed', status = '5.0.0', said = '', id = '1.2.abc' }: Returned) =>
    report({
      from: 'Mailer Daemon <MAILER-DAEMON@mx.example.net>',
      subject: 'Delivery status notification: error',
      text: `Hi!\n\nThis is the MAILER-DAEMON, please DO NOT REPLY to this email.\n\nAn error has occurred while attempting to deliver a message for\nthe following list of recipients:\n\n${to}: ${said}\n\nBelow is a copy of the original message:\n`,
      fields: [
        'Reporting-MTA: dns; mx.example.net\r\n',
        `Final-Recipient: rfc822; ${to}\r\nAction: ${action}\r\nStatus: ${status}`,
      ],
      returnedType: 'text/rfc822-headers',
      returned: returnedMail(to, id),
    }),
} as const

/** The example of RFC 3464, appendix E.3: several recipients in one report. */
export const RFC_3464_MANY = report({
  from: 'Mail Delivery Subsystem <MAILER-DAEMON@cs.example.edu>',
  subject: 'Returned mail: User unknown',
  text: 'Your message could not be delivered to some of its recipients.\n',
  fields: [
    'Reporting-MTA: dns; cs.example.edu\r\n',
    "Original-Recipient: rfc822;ada@example.com\r\nFinal-Recipient: rfc822;ada@mail.example.com\r\nAction: failed\r\nStatus: 5.0.0 (permanent failure)\r\nDiagnostic-Code: smtp;\r\n 550 'ada@mail.example.com' is not a registered gateway user\r\nRemote-MTA: dns; mail.example.com\r\n",
    'Original-Recipient: rfc822;bob@example.com\r\nFinal-Recipient: rfc822;bob@example.com\r\nAction: delayed\r\nStatus: 4.0.0 (unknown temporary failure)\r\n',
    'Original-Recipient: rfc822;eve@example.com\r\nFinal-Recipient: rfc822;eve@example.com\r\nAction: delivered\r\nStatus: 2.0.0',
  ],
  returned: returnedMail(ADA, '1.2.abc'),
})

/** A complaint (RFC 5965). */
export const complaint = (type: string, id = '1.2.abc') =>
  [
    'From: <complaints@mail.example.com>',
    'To: b@bounces.example.net',
    'Subject: FW: Your order',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="=_f1"',
    '',
    '--=_f1',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is an email abuse report for an email message received from 192.0.2.7.',
    '',
    '--=_f1',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    'Original-Rcpt-To: redacted',
    '',
    '--=_f1',
    'Content-Type: message/rfc822',
    '',
    returnedMail('redacted', id),
    '--=_f1--',
    '',
  ].join('\r\n')

/** Mails that are no reports. */
export const REPLIES = {
  vacation: plain('Ada <ada@example.com>', 'Out of office', 'I am away until Monday. 550 5.1.1 is my room.', [
    'Auto-Submitted: auto-replied (vacation)',
    'Return-Path: <>',
  ]),
  exchangeOof: plain('Ada <ada@example.com>', 'Automatic reply: Your order', 'Thank you for your message.', [
    'X-Auto-Response-Suppress: All',
    'Auto-Submitted: auto-generated',
    'Return-Path: <ada@example.com>',
  ]),
  person: plain('Ada <ada@example.com>', 'Re: Your order', 'Please send it again.', ['Return-Path: <ada@example.com>']),
  receipt: [
    'From: Ada <ada@example.com>',
    'Subject: Read: Your order',
    'Return-Path: <>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=disposition-notification; boundary="=_m1"',
    '',
    '--=_m1',
    'Content-Type: text/plain',
    '',
    'Your message was read.',
    '--=_m1',
    'Content-Type: message/disposition-notification',
    '',
    'Final-Recipient: rfc822;ada@example.com',
    'Disposition: manual-action/MDN-sent-manually; displayed',
    '',
    '--=_m1--',
    '',
  ].join('\r\n'),
} as const

export const UNREADABLE = plain('MAILER-DAEMON@old.example.org', 'Problem', 'Your mail did not arrive. Bad luck.', [
  'Return-Path: <>',
])
