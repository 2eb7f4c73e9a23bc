import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bounceOf } from './bounce.ts'
import { readRefusal } from './mail-refusal.ts'
import type { Refusal } from './mail-refusal.ts'

/**
 * Replies of mail servers in use: Postfix, Exim, sendmail, qmail, cPanel, Exchange Online, Gmail, Yahoo, iCloud, GMX, T-Online,
 * QQ, 163, GoDaddy, Proofpoint, Barracuda, Mimecast, Cisco and Amazon SES. Addresses are replaced.
 */
const REPLIES: readonly (readonly [said: string, refusal: Refusal])[] = [
  [
    '554 30 Sorry, your message to ada@yahoo.com cannot be delivered. This mailbox is disabled (554.30).',
    'no_such_address',
  ],
  ['550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in local recipient table', 'no_such_address'],
  ['550 5.1.1 <spam@policy.example.com>... User unknown', 'no_such_address'],
  ['550 No Such User Here', 'no_such_address'],
  ['550 User not found: ada@163.com, see http://mail.163.com/help/help_spam_16.htm?ip=203.0.113.9', 'no_such_address'],
  ['550 sorry, no mailbox here by that name (#5.1.1)', 'no_such_address'],
  ['Sorry, no mailbox here by that name. (#5.1.1)', 'no_such_address'],
  ['550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550', 'no_such_address'],
  ['550 5.1.1 <ada@example.com>: Email address could not be found, or was misspelled (G8)', 'no_such_address'],
  ['550 #5.1.1 bad address ada@example.com', 'no_such_address'],
  [
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@example.com not found by SMTP address lookup',
    'no_such_address',
  ],
  [
    '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [BN8NAM11FT003.eop-nam11.prod.protection.outlook.com]',
    'no_such_address',
  ],
  ['552 1 Requested mail action aborted, mailbox not found', 'no_such_address'],
  ['550 5.1.2 <ada@exampel.com>... Host unknown (Name server: exampel.com: host not found)', 'no_such_address'],
  ['556 5.1.10 Recipient address has null MX', 'no_such_address'],
  [
    '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [PR2FRA01FT009.eop-fra01.prod.protection.outlook.com]',
    'no_such_address',
  ],
  ['550 5.0.350 Remote server returned an error -> 550 5.1.1 User unknown', 'no_such_address'],
  ['554 5.7.1 <ada@example.com>: Recipient address rejected: user ada does not exist', 'no_such_address'],
  ['550 5.1.1 User unknown. Please check the address and try again', 'no_such_address'],
  ['550 5.1.1 The email account that you tried to reach does not exist', 'no_such_address'],
  ['550 5.1.3 Bad recipient address syntax', 'no_such_address'],
  ['550 account ada@example.com does not exist', 'no_such_address'],
  ['550 ada@example.com user unknown', 'no_such_address'],
  ['550 This address no longer accepts mail.', 'no_such_address'],
  ['550 Email address does not exist', 'no_such_address'],
  [
    'host mx.example.com[203.0.113.9] said: 550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown (in reply to RCPT TO command)',
    'no_such_address',
  ],
  [
    "5.1.0 - Unknown address error 550-'5.1.1 <ada@example.com>: Recipient address rejected: User unknown in virtual alias table' (delivery attempts: 0)",
    'no_such_address',
  ],
  [
    '550-5.2.1 The email account that you tried to reach is disabled. Learn more at 550 5.2.1 https://support.google.com/mail/?p=DisabledUser 0 - gsmtp',
    'no_such_address',
  ],
  [
    "554 delivery error: dd This user doesn't have a yahoo.com account (ada@yahoo.com) [0] - mta107.mail.re1.yahoo.com",
    'no_such_address',
  ],
  [
    '550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 : User unknown',
    'no_such_address',
  ],
  ['550 Unrouteable address', 'mailbox_unavailable'],
  ['550 5.4.4 SMTPSEND.DNS.NonExistentDomain; nonexistent domain', 'mailbox_unavailable'],
  ['550 5.4.310 DNS domain example.invalid does not exist', 'mailbox_unavailable'],
  ['550 #5.1.0 Address rejected.', 'mailbox_unavailable'],
  ['550 Rejected', 'mailbox_unavailable'],
  [
    '552-5.2.2 The email account that you tried to reach is over quota. Please direct 552 5.2.2 the recipient to https://support.google.com/mail/?p=OverQuotaPerm',
    'mailbox_full',
  ],
  [
    "552 5.2.2 This message is larger than the current system limit or the recipient's mailbox is full. Create a shorter message body or remove attachments and try sending it again.",
    'mailbox_full',
  ],
  ['552 RCPT TO:<ada@web.de> Mailbox disk quota exceeded', 'mailbox_full'],
  ['550 5.0.350 Remote server returned an error -> 552 5.2.2 Mailbox full', 'mailbox_full'],
  ["452 4.2.2 The recipient's inbox is out of storage space", 'mailbox_full'],
  [
    '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded',
    'mailbox_full',
  ],
  ['552 Requested mail action aborted: exceeded storage allocation', 'mailbox_full'],
  ['550 mailbox size limit exceeded', 'mailbox_full'],
  ['550 ada@example.com quota exceeded', 'mailbox_full'],
  ['550 User account is overquota', 'mailbox_full'],
  ['550 5.7.1 Mailbox is full', 'mailbox_full'],
  ['552 5.3.4 Message size exceeds fixed limit', 'too_large'],
  ["552-5.3.4 Your message exceeded Google's message size limits. Please visit", 'too_large'],
  ['550 5.2.3 RESOLVER.RST.SendSizeLimit.Sender; message too large for this sender', 'too_large'],
  ['552 message size exceeds the maximum', 'too_large'],
  ['523 5.2.3 Message too long', 'too_large'],
  ['554 Maximum email size exceeded', 'too_large'],
  [
    '550 Domain shop.example has exceeded the max emails per hour (105/100 (105%)) allowed. Message discarded.',
    'rate_limited',
  ],
  [
    '550-5.4.5 Daily user sending limit exceeded. For more information on Gmail 550-5.4.5 sending limits go to 550 5.4.5 https://support.google.com/a/answer/166852 x',
    'rate_limited',
  ],
  ['550-5.4.5 Daily SMTP relay sending limit exceeded for this user.', 'rate_limited'],
  [
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
    'rate_limited',
  ],
  [
    "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message due to a permanent exception with message The message can't be submitted because the sender's submission quota was exceeded.",
    'rate_limited',
  ],
  [
    "550 5.7.232 Your message can't be sent because your trial tenant has exceeded its daily limit for sending email to external recipients",
    'rate_limited',
  ],
  [
    '550 5.2.122 The recipient has exceeded their limit on the number of messages they can receive per hour',
    'rate_limited',
  ],
  ['454 Throttling failure: Maximum sending rate exceeded.', 'rate_limited'],
  ['554 Sending quota exceeded for shop@example.com', 'rate_limited'],
  ['550 5.7.1 Your account has been suspended', 'refused'],
  ['550 Your email account is disabled. Contact support', 'refused'],
  ['550 You have exceeded your outgoing mail quota', 'rate_limited'],
  [
    '450 4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your message at a later time.',
    'rate_limited',
  ],
  [
    '550 5.1.1 <ada@example.com> - 203.0.113.9 has sent to too many recipients this hour. IB607 <http://x.co/rlbounce>',
    'rate_limited',
  ],
  [
    '550-5.2.1 The user you are trying to contact is receiving mail at a rate that 550-5.2.1 prevents additional messages from being delivered.',
    'rate_limited',
  ],
  [
    '554 5.7.1 Service unavailable; Client host [5.1.1.30] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/5.1.1.30',
    'refused',
  ],
  ['554 Service unavailable; Client host [5.1.20.30] blocked', 'refused'],
  ['smtp;554 5.7.1 Service unavailable; Client host [203.0.113.9] blocked using bl.spamcop.net', 'refused'],
  ['smtp;550 SC-001 messages from 203.0.113.9 were not sent, part of their network is on our block list', 'refused'],
  [
    "smtp;550 5.7.1 Unfortunately, messages from [203.0.113.9] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3150).",
    'refused',
  ],
  ['550 permanent failure for one or more recipients (ada@example.com:blocked)', 'refused'],
  ['550 5.7.1 Recipient address rejected: Message blocked due to policy (mimecast)', 'refused'],
  [
    '550 Rejected by header-based Anti-Spoofing policy: shop@example.com - https://community.mimecast.com/docs/DOC-1369#550',
    'refused',
  ],
  ['554 5.7.1 Message rejected as spam by Content Filtering', 'refused'],
  [
    '550-Requested action not taken: mailbox unavailable 550-Sender address is not allowed. 550 For explanation visit https://postmaster.gmx.net/en/error-messages',
    'refused',
  ],
  ['550-Requested action not taken: mailbox unavailable 550 invalid DNS MX or A/AAAA resource record', 'refused'],
  [
    '554-Transaction failed 554-Reject due to policy restrictions. 554 For explanation visit https://postmaster.gmx.net/de/error-messages?ip=203.0.113.9&c=hi',
    'refused',
  ],
  ['550-Verification failed for <bounce@example.com> 550-No Such User Here 550 Sender verify failed', 'refused'],
  ['550 5.1.0 <bounce@example.com>: Sender address rejected: User unknown in virtual mailbox table', 'refused'],
  ['550 5.1.1 <bounce@example.com>: Sender address rejected: User unknown', 'refused'],
  ['550 relay not permitted', 'refused'],
  ['550 5.7.1 Relaying denied', 'refused'],
  ['550 Please turn on SMTP Authentication in your mail client, or login to the IMAP/POP3 server', 'refused'],
  [
    '550-JunkMail rejected - mail.example.com [203.0.113.9]:41532 550 is in an RBL on rbl.websitewelcome.com',
    'refused',
  ],
  [
    '550 5.7.509 Access denied, sending domain example.com does not pass DMARC verification and has a DMARC policy of reject.',
    'refused',
  ],
  ['550 5.7.515 Access denied, sending domain example.com does not meet the required authentication level.', 'refused'],
  ['550-5.7.26 Your email has been blocked because the sender is unauthenticated.', 'refused'],
  [
    '554 5.2.252 SendAsDenied; a@example.com not allowed to send as shop@example.com; STOREDRV.Submission.Exception:SendAsDeniedException.MapiExceptionSendAsDenied',
    'refused',
  ],
  ['550 5.7.60 SMTP; Client does not have permissions to send as this sender', 'refused'],
  ['550 5.7.501 Service unavailable. Spam abuse detected from IP range.', 'refused'],
  ['550 5.1.8 Access denied, bad outbound sender', 'refused'],
  ['501 5.1.7 Bad sender address syntax', 'refused'],
  [
    "553 5.7.1 [BL21] Connections will not be accepted from 203.0.113.9, because the ip is in Spamhaus's list",
    'refused',
  ],
  ['554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes', 'refused'],
  ['550 High probability of spam', 'refused'],
  [
    '550 5.7.1 The user or domain that you are sending to (or from) has a policy that prohibited the mail that you sent.',
    'refused',
  ],
  [
    '554 5.7.1 The message from (<shop@example.com>) with the subject of (Hi) matches a profile the Internet community may consider spam.',
    'refused',
  ],
  ['550 5.7.0 Blocked - see https://ipcheck.proofpoint.com/?ip=203.0.113.9', 'refused'],
  ['550 5.7.23 The message was rejected because of Sender Policy Framework violation -> 550 5.7.1 SPF', 'refused'],
  ['550 5.2.0 Message rejected due to content policy', 'refused'],
  ['550 Message rejected: this message looks like SPAM', 'refused'],
  ['550 5.1.1 Your message was rejected as spam', 'refused'],
  ['550 <shop@example.com>: Domain of sender address does not resolve', 'refused'],
  ['450 4.1.8 <shop@example.com>: Sender address rejected: Domain not found', 'refused'],
  [
    '554 IP=203.0.113.9 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.de to clarify.) (BL)',
    'refused',
  ],
  [
    "550 5.1.0 203.0.113.9 is not allowed to send from <example.net> per it's SPF Record. Please inspect your SPF settings, and try again. IB508",
    'refused',
  ],
  [
    "5.1.0 - Unknown address error 550-'5.7.1 <bounce@mail.example.com>... Access denied' (delivery attempts: 0)",
    'refused',
  ],
  [
    '421 4.7.0 [TSS04] Messages from 203.0.113.9 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1',
    'refused',
  ],
  [
    "550-5.7.26 Unauthenticated email from example.com is not accepted due to domain's 550-5.7.26 DMARC policy.",
    'refused',
  ],
  ['553 http://www.spamhaus.org/query/bl?ip=203.0.113.9', 'refused'],
  ['421 4.4.0 Unable to look up DNS', 'unreachable'],
  ['451 4.4.1 no answer', 'unreachable'],
  ['421 4.4.2 Connection dropped', 'unreachable'],
  ['550 5.4.300 Message expired', 'unreachable'],
  ['554 5.4.7 Delivery expired (message too old)', 'unreachable'],
  ['unable to get mx info: failed to get IPs from PTR record: lookup <nil>: unrecognized address', 'unreachable'],
  ['554 4.4.7 Message expired: unable to deliver in 840 minutes.<421 4.4.2 Connection timed out>', 'unreachable'],
  [
    '450 4.2.0 <ada@example.com>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/example.com.html',
    'deferred',
  ],
  ['451 4.7.1 Greylisting in action, please come back later', 'deferred'],
  ['450 4.2.0 user busy', 'deferred'],
  ['421 4.3.2 Service shutting down', 'deferred'],
  ['450 4.1.1 user unknown', 'deferred'],
  [
    '550 5.7.1 <ada@example.com>: Recipient address rejected: User ada@example.com temporary locked. Please try again later!',
    'deferred',
  ],
]

test('the class of a refusal', () => {
  for (const [said, refusal] of REPLIES) assert.equal(readRefusal(said).refusal, refusal, said)
})

test('a permanent bounce suppresses the address only for the fault of the recipient, however the provider writes the reply', () => {
  for (const [said, refusal] of REPLIES)
    for (const before of ['', 'smtp;', 'smtp; ', 'SMTP; '])
      assert.equal(
        bounceOf('permanent', 'ada@example.com', `${before}${said}`).suppress !== null,
        refusal === 'no_such_address',
        `${before}${said}`,
      )
})

test('a reply to a command before RCPT is never about the recipient', () => {
  for (const [said] of REPLIES) {
    const { refusal } = readRefusal(said, 'MAIL FROM')
    assert.ok(refusal !== 'no_such_address' && refusal !== 'mailbox_unavailable' && refusal !== 'mailbox_full', said)
  }
  const host = 'host mx.example.com[203.0.113.9] said: 550 5.1.1 unknown user'
  assert.equal(readRefusal(`${host} (in reply to MAIL FROM command)`).refusal, 'refused')
  assert.equal(readRefusal(`${host} (in reply to RCPT TO command)`).refusal, 'no_such_address')
})

test('numbers that are no codes', () => {
  const texts = ['port 587', 'Exim 4.96.1', 'client host [5.1.1.30]', '5.1.20.30', 'within 500 seconds', '']
  for (const text of texts) assert.equal(readRefusal(text).hasCode, false, text)
})
