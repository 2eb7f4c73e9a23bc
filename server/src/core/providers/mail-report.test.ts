/** Mails that came back, in the forms of Postfix, Exim, Exchange, Gmail, qmail, Sendmail and OpenSMTPD, and their class. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complaint, FORMS, REPLIES, RFC_3464_MANY, UNREADABLE } from '../../../test/mail-reports.ts'
import type { Returned } from '../../../test/mail-reports.ts'
import { parseMail } from './mail.ts'
import { readMailReport } from './mail-report.ts'

type Form = keyof typeof FORMS

async function read(source: string) {
  const mail = await parseMail(Buffer.from(source))
  return mail === null ? null : readMailReport(mail)
}

/** The class of each report: its fact, its cause, and the reason of the suppression. */
async function classesOf(source: string): Promise<string> {
  const found = await read(source)
  if (found?.kind !== 'report') return found?.kind ?? 'refused'
  const words = found.reports.map(({ fact, cause, suppress }) =>
    [fact ?? 'none', cause?.split(':')[0], suppress?.reason].filter(Boolean).join(' '),
  )
  return words.join(', ')
}

const DEAD = 'bounced mailbox_unavailable bounce'

const TABLE: [form: Form, returned: Returned, expected: string][] = [
  [
    'postfix',
    { said: '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in virtual mailbox table' },
    DEAD,
  ],
  [
    'postfix',
    {
      said: '550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 Please try double-checking. - gsmtp',
    },
    DEAD,
  ],
  [
    'postfix',
    { status: '5.2.2', said: '552 5.2.2 <ada@example.com>: Quota exceeded (mailbox for user is full)' },
    'bounced mailbox_full',
  ],
  [
    'postfix',
    { status: '5.7.1', said: '554 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using zen.spamhaus.org' },
    'bounced message_refused',
  ],
  [
    'postfix',
    {
      status: '5.7.26',
      said: '550-5.7.26 Unauthenticated email from example.net is not accepted due to domain DMARC policy',
    },
    'bounced message_refused',
  ],
  [
    'postfix',
    { status: '5.1.8', said: '553 5.1.8 <b@bounces.example.net>... Domain of sender address does not exist' },
    'bounced message_refused',
  ],
  [
    'postfix',
    {
      action: 'delayed',
      status: '4.1.1',
      said: '450 4.1.1 <ada@example.com>: Recipient address rejected: User unknown',
    },
    'none deferred',
  ],
  [
    'postfix',
    { action: 'delayed', status: '4.2.0', said: '450 4.2.0 <ada@example.com>: Greylisted, try again later' },
    'none deferred',
  ],
  ['postfix', { action: 'delivered', status: '2.0.0', said: '250 2.0.0 Ok: queued as 1A2B' }, 'delivered'],
  ['postfix', { action: 'relayed', status: '2.0.0', said: '250 Ok' }, ''],
  [
    'postfixOwn',
    {
      status: '5.4.4',
      said: 'Host or domain name not found. Name service error for name=exampel.com type=A: Host not found',
    },
    'bounced mailbox_unavailable',
  ],
  [
    'postfixOwn',
    { status: '4.4.1', said: 'connect to mail.example.com[192.0.2.9]:25: Connection timed out' },
    'bounced unreachable',
  ],
  [
    'postfixOwn',
    { action: 'delayed', status: '4.4.1', said: 'connect to mail.example.com[192.0.2.9]:25: No route to host' },
    'none unreachable',
  ],
  ['postfixOwn', { status: '5.1.1', said: 'unknown user: "ada"' }, DEAD],
  [
    'exim',
    {
      said: 'host mail.example.com [192.0.2.9] SMTP error from remote mail server after RCPT TO:<ada@example.com>: 550 5.1.1 User unknown',
    },
    DEAD,
  ],
  ['exim', { said: 'Unrouteable address' }, 'bounced mailbox_unavailable'],
  ['exim', { said: 'retry timeout exceeded' }, 'bounced unreachable'],
  [
    'eximPlain',
    {
      said: 'SMTP error from remote mail server after RCPT TO:<ada@example.com>:\n    host mail.example.com [192.0.2.9]: 550 5.1.1 <ada@example.com>... User Unknown',
    },
    DEAD,
  ],
  [
    'eximPlain',
    {
      said: 'SMTP error from remote mail server after MAIL FROM:<b@bounces.example.net> SIZE=1024:\n    host mail.example.com [192.0.2.9]: 554 5.7.1 Reverse DNS required',
    },
    'bounced message_refused',
  ],
  [
    'eximPlain',
    {
      said: 'SMTP error from remote mail server after end of data:\n    host mail.example.com [192.0.2.9]: 554 5.7.0 Reject - SPAM',
    },
    'bounced message_refused',
  ],
  ['eximPlain', { said: 'all hosts for example.com have been failing for a long time' }, 'bounced message_refused'],
  ['exchange', { said: '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup' }, DEAD],
  [
    'exchange',
    { status: '5.2.2', said: '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException' },
    'bounced mailbox_full',
  ],
  [
    'exchange',
    {
      status: '5.4.1',
      said: '550 5.4.1 <ada@example.com>: Recipient address rejected: Access denied [AM0EUR02FT061.eop-EUR02.prod.protection.outlook.com]',
    },
    DEAD,
  ],
  [
    'exchange',
    { status: '5.7.1', said: '550 5.7.1 RESOLVER.RST.AuthRequired; authentication required' },
    'bounced message_refused',
  ],
  ['exchange', { status: '5.4.316', said: '550 5.4.316 Message expired, connection refused' }, 'bounced unreachable'],
  ['exchange', { status: '4.4.7', said: '550 4.4.7 QUEUE.Expired; message expired' }, 'bounced unreachable'],
  [
    'exchange',
    { status: '5.2.3', said: '550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient' },
    'bounced message_too_large',
  ],
  [
    'gmail',
    {
      said: "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient's email address for typos\n550 5.1.1 https://support.google.com/mail/?p=NoSuchUser - gsmtp",
    },
    DEAD,
  ],
  [
    'gmail',
    { status: '5.2.2', said: "552-5.2.2 The recipient's inbox is out of storage space and inactive." },
    'bounced mailbox_full',
  ],
  [
    'gmail',
    {
      status: '4.0.0',
      said: 'The recipient server did not accept our requests to connect. [mail.example.com. 192.0.2.9: timed out]',
    },
    'bounced unreachable',
  ],
  [
    'gmail',
    {
      action: 'delayed',
      status: '4.2.1',
      said: '450-4.2.1 The user you are trying to contact is receiving mail too quickly.',
    },
    'none rate_limited',
  ],
  [
    'qmail',
    {
      said: '192.0.2.9 does not like recipient.\nRemote host said: 550 5.1.1 <ada@example.com>... User Unknown\nGiving up on 192.0.2.9.',
    },
    DEAD,
  ],
  ['qmail', { said: 'Sorry, no mailbox here by that name. (#5.1.1)' }, DEAD],
  [
    'qmail',
    {
      said: "Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)\nI'm not going to try again; this message has been in the queue too long.",
    },
    'bounced unreachable',
  ],
  [
    'qmail',
    { said: '192.0.2.9 failed after I sent the message.\nRemote host said: 552 Message size exceeds fixed limit' },
    'bounced message_too_large',
  ],
  ['sendmail', { said: '550 5.1.1 <ada@example.com>... User unknown' }, DEAD],
  ['sendmail', { status: '5.2.1', said: '550 5.2.1 <ada@example.com>... Mailbox disabled' }, DEAD],
  ['sendmail', { status: '5.7.1', said: '550 5.7.1 message content rejected' }, 'bounced message_refused'],
  ['sendmail', { action: 'delayed', status: '4.4.1', said: '' }, 'none unreachable'],
  ['openSmtpd', { said: '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown' }, DEAD],
  ['openSmtpd', { action: 'delayed', status: '4.4.7', said: 'Envelope expired' }, 'none unreachable'],
]

test(`${TABLE.length} reports of seven mail servers have their class`, async () => {
  for (const [form, returned, expected] of TABLE)
    assert.equal(await classesOf(FORMS[form](returned)), expected, `${form} ${returned.said}`)
})

test('one report may be about several recipients, each with its address', async () => {
  assert.equal(await classesOf(RFC_3464_MANY), 'bounced message_refused, none deferred, delivered')
  const found = await read(RFC_3464_MANY)
  assert.ok(found?.kind === 'report')
  assert.equal(found.reports[0]!.recipient, 'ada@example.com')
})

test('a complaint suppresses the address, and other feedback does nothing', async () => {
  assert.equal(await classesOf(complaint('abuse')), 'none complaint')
  assert.equal(await classesOf(complaint('opt-out')), 'none unsubscribe')
  for (const type of ['not-spam', 'auth-failure', 'virus']) assert.equal(await classesOf(complaint(type)), '', type)
})

test('automatic replies, receipts and people change nothing; an unknown form of a mail server is unreadable', async () => {
  for (const [name, source] of Object.entries(REPLIES)) assert.equal(await classesOf(source), 'reply', name)
  assert.equal(await classesOf(UNREADABLE), 'unreadable')
})

test('the Message-ID of the returned mail names the delivery in every form', async () => {
  for (const form of Object.keys(FORMS) as Form[]) {
    const found = await read(FORMS[form]({ said: '550 5.1.1 User unknown', id: '7.15.kx3' }))
    assert.ok(found?.kind === 'report', form)
    assert.deepEqual(found.delivery, { accountId: 7, id: 15, createdAt: Number.parseInt('kx3', 36) }, form)
  }
})

test('a mail with 30,000 parts, or parts in parts without end, is refused before it is parsed', async () => {
  const head = 'From: a@example.com\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'
  assert.equal(await parseMail(Buffer.from(`${head}${'--b\r\n\r\nx\r\n'.repeat(30_000)}--b--\r\n`)), null)
  const nested = Array.from(
    { length: 200 },
    (_, level) => `--b${level}\r\nContent-Type: multipart/mixed; boundary=b${level + 1}\r\n\r\n`,
  )
  assert.equal(
    await parseMail(Buffer.from(`Content-Type: multipart/mixed; boundary=b0\r\n\r\n${nested.join('')}`)),
    null,
  )
  assert.equal(await parseMail(Buffer.from(`X: ${'a'.repeat(300 * 1024)}\r\n\r\nx`)), null)
})

test('a mail of many lines is refused, and a line of a part costs no Blob', async (context) => {
  assert.equal(await parseMail(Buffer.from(`Subject: x\n\n${'\n'.repeat(200_000)}`)), null)
  const { Blob } = globalThis
  let pieces = 0
  globalThis.Blob = class extends Blob {
    constructor(...given: ConstructorParameters<typeof Blob>) {
      pieces += given[0]?.length ?? 0
      super(...given)
    }
  }
  context.after(() => (globalThis.Blob = Blob))
  for (const [encoding, line, one] of [
    ['7bit', 'Grüße\n', 'Grüße\n'],
    ['base64', 'QQ==\n', 'A'],
    ['quoted-printable', '=41=\n', 'A'],
  ] as const) {
    const head = `Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: ${encoding}\n\n`
    const mail = await parseMail(Buffer.from(head + line.repeat(1000)))
    assert.equal(mail?.text?.trim(), one.repeat(1000).trim(), encoding)
  }
  assert.ok(pieces < 100, `${pieces} pieces`)
})
