import assert from 'node:assert/strict'
import { createPublicKey, subtle } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { parseCallback } from '../../../test/callbacks.ts'
import { createCertificateAuthority } from '../../../test/certificates.ts'
import { createTestGuardedCalls } from '../../../test/guarded.ts'
import { startNameServer, TYPE_A } from '../../../test/name-server.ts'
import { startSes } from '../../../test/vendors/ses.ts'
import type { SesVendor } from '../../../test/vendors/ses.ts'
import { sesProvider } from './ses.ts'
import { isSignedBySns, snsStringToSign } from './sns.ts'

// Amazon publishes no signed example message with its key. So the signed text is compared with
// docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html, and the signature with WebCrypto's.
const NOTIFICATION = {
  Type: 'Notification',
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: 'arn:aws:sns:us-west-2:123456789012:MyTopic',
  Subject: 'My First Message',
  Message: 'Hello world!\nIt is “me”.',
  Timestamp: '2012-05-02T00:54:06.655Z',
  SignatureVersion: '1',
  UnsubscribeURL: 'https://sns.us-west-2.amazonaws.com/?Action=Unsubscribe',
}
const TO_SIGN = `Message
Hello world!
It is “me”.
MessageId
22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324
Subject
My First Message
Timestamp
2012-05-02T00:54:06.655Z
TopicArn
arn:aws:sns:us-west-2:123456789012:MyTopic
Type
Notification
`

describe('the signed text', () => {
  test('of a notification, with a subject and without', () => {
    assert.equal(snsStringToSign(NOTIFICATION), TO_SIGN)
    const { Subject: _, ...plain } = NOTIFICATION
    assert.equal(snsStringToSign(plain), TO_SIGN.replace('Subject\nMy First Message\n', ''))
  })

  test('of a confirmation', () => {
    const { Subject: _, ...rest } = NOTIFICATION
    const url = 'https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription&Token=t'
    const confirmation = { ...rest, Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL: url }
    const lines = snsStringToSign(confirmation)!.split('\n')
    assert.deepEqual(
      lines.filter((line) => /^[A-Z]\w+$/.test(line)),
      ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type', 'SubscriptionConfirmation'],
    )
  })

  test('null for other values', () => {
    for (const value of [null, [], {}, { ...NOTIFICATION, Type: 'toString' }, { ...NOTIFICATION, MessageId: 1 }])
      assert.equal(snsStringToSign(value), null)
  })

  for (const [version, hash] of [
    ['1', 'SHA-1'],
    ['2', 'SHA-256'],
  ] as const)
    test(`by version ${version}, as WebCrypto does with ${hash}`, async () => {
      const algorithm = {
        name: 'RSASSA-PKCS1-v1_5',
        modulusLength: 2048,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash,
      }
      const { privateKey, publicKey } = await subtle.generateKey(algorithm, true, ['sign', 'verify'])
      const signed = Buffer.from(await subtle.sign('RSASSA-PKCS1-v1_5', privateKey, Buffer.from(TO_SIGN))).toString(
        'base64',
      )
      const der = Buffer.from(await subtle.exportKey('spki', publicKey))
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
      assert.ok(isSignedBySns(key, TO_SIGN, version, signed))
      assert.ok(!isSignedBySns(key, TO_SIGN, version === '1' ? '2' : '1', signed))
      assert.ok(!isSignedBySns(key, TO_SIGN, '3', signed))
      assert.ok(!isSignedBySns(key, `${TO_SIGN}x`, version, signed))
      assert.ok(!isSignedBySns(key, TO_SIGN, version, ''))
    })
})

describe('a message', () => {
  let vendor: SesVendor
  before(async () => void (vendor = await startSes()))
  after(() => vendor.close())

  const url = 'https://tidings.example.com/callbacks/7-9'
  const parse = (post: { headers: Record<string, string>; body: string }) =>
    parseCallback(sesProvider, post, vendor.settings, {
      config: { providerUrls: new Map(Object.entries(vendor.urls)) },
    })

  test('has its certificate fetched once', async () => {
    vendor.fetched = []
    for (let messages = 0; messages < 3; messages++)
      assert.deepEqual(await parse(vendor.notification(url, {})), { result: 'reports', reports: [] })
    assert.equal(vendor.fetched.length, 1)
  })

  test('of another topic, or with a certificate from another host, causes no fetch', async (context) => {
    const own = await startSes()
    context.after(() => own.close())
    const config = { providerUrls: new Map(Object.entries(own.urls)) }
    const send = {
      reference: '',
      providerMessageId: '',
      to: '',
      subject: '',
      text: '',
      html: null,
      repetitionKey: null,
    }
    const right = own.callbacks!.of.delivered!(send, url)
    const elsewhere = own.callbacks!.forgeries(right).filter(({ body }) => {
      const { SigningCertURL: address } = JSON.parse(body)
      return address !== undefined && !address.startsWith('https://sns.eu-central-1.amazonaws.com/')
    })
    assert.ok(elsewhere.length > 4)
    for (const post of [
      ...elsewhere,
      own.subscription(url, { topicArn: 'arn:aws:sns:eu-central-1:999999999999:ses-events' }),
    ])
      assert.equal((await parseCallback(sesProvider, post, own.settings, { config })).result, 'refused')
    assert.deepEqual(own.fetched, [])
  })

  test('is unavailable if SNS does not respond', async (context) => {
    const own = await startSes()
    context.after(() => own.close())
    const config = { providerUrls: new Map(Object.entries(own.urls)) }
    const post = own.notification(url, {})
    own.snsAway = true
    assert.equal((await parseCallback(sesProvider, post, own.settings, { config })).result, 'unavailable')
    own.snsAway = false
    assert.equal((await parseCallback(sesProvider, post, own.settings, { config })).result, 'reports')
  })

  test('that starts a subscription is confirmed, only at SNS', async () => {
    vendor.fetched = []
    assert.deepEqual(await parse(vendor.subscription(url)), { result: 'reports', reports: [] })
    assert.match(vendor.fetched.at(-1)!, /^\/\?Action=ConfirmSubscription&TopicArn=.*&Token=2336412f$/)
    vendor.fetched = []
    for (const subscribeUrl of ['https://example.com/?Action=ConfirmSubscription', 'https://169.254.169.254/', 'text'])
      assert.equal((await parse(vendor.subscription(url, { subscribeUrl }))).result, 'refused')
    assert.deepEqual(vendor.fetched, [])
  })
})

describe('without a replacement for SNS', () => {
  test('a certificate is fetched through the guard: no private address is reached', async (context) => {
    const authority = await createCertificateAuthority()
    context.after(() => authority.close())
    const names = await startNameServer((_name, type) => (type === TYPE_A ? ['127.0.0.1'] : []))
    context.after(() => names.close())
    const guarded = createTestGuardedCalls({ nameServers: [names.server], caPem: authority.pem })
    context.after(() => guarded.close())
    const vendor = await startSes()
    context.after(() => vendor.close())
    const post = vendor.notification('https://tidings.example.com/', {})
    const parsed = await parseCallback(sesProvider, post, vendor.settings, { guarded })
    assert.deepEqual(parsed, { result: 'unavailable', reason: 'the certificate could not be read' })
    assert.ok(names.questions.some((question) => question.startsWith('sns.eu-central-1.amazonaws.com ')))
    assert.deepEqual(vendor.fetched, [])
  })
})
