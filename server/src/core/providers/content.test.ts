/** The requests that each provider makes of the content of a channel, at the servers of the vendors. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { createCertificateAuthority } from '../../../test/certificates.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { createTestGuardedCalls } from '../../../test/guarded.ts'
import { providerDependencies, sendInput } from '../../../test/send-input.ts'
import { startApns } from '../../../test/vendors/apns.ts'
import { startExpo } from '../../../test/vendors/expo.ts'
import { startFcm } from '../../../test/vendors/fcm.ts'
import { startPostmark } from '../../../test/vendors/postmark.ts'
import { startResend } from '../../../test/vendors/resend.ts'
import { startSendgrid } from '../../../test/vendors/sendgrid.ts'
import { startSes } from '../../../test/vendors/ses.ts'
import type { Vendor } from '../../../test/vendors/vendor.ts'
import { findProvider } from './registry.ts'
import type { Device, SendInput } from './provider.ts'

const roots = getCACertificates('default')
const authority = await createCertificateAuthority()
setDefaultCACertificates([...roots, authority.pem])
after(() => {
  setDefaultCACertificates(roots)
  authority.close()
})
const guarded = createTestGuardedCalls({ allowCidrs: ['127.0.0.1/32'], caPem: authority.pem })
after(() => guarded.close())

const PUSH = {
  url: 'https://shop.example.com/orders/42',
  image_url: 'https://shop.example.com/42.png',
  badge: 3,
  sound: 'chime.caf',
  category: 'ORDER',
  thread_id: 'orders',
  collapse_key: 'order-42',
  ttl_seconds: 3600,
  interruption_level: 'time-sensitive',
  data: [{ name: 'order_id', value: '42' }],
}
const EMAIL = {
  reply_to: 'support@shop.example.com',
  cc: ['copy@example.com'],
  bcc: ['archive@example.com'],
  preheader: 'It arrives <soon>',
  headers: [{ name: 'X-Order', value: '42' }],
}

/** Sends through the provider, and returns the input and the vendor's view of the request. */
async function sent(vendor: Vendor, given: Partial<SendInput>) {
  const config = { batchWaitMs: 5000, publicUrl: null, providerUrls: new Map(Object.entries(vendor.urls)) }
  const provider = findProvider(vendor.name)!.create(providerDependencies({ config, guarded }))
  const input = sendInput({ settings: vendor.settings, ...given })
  const result = await provider.send(input)
  await provider.close()
  assert.equal(result.result, 'accepted', JSON.stringify(result))
  assert.deepEqual(vendor.violations, [])
  const ids = { message_id: String(input.delivery.messageId), delivery_id: String(input.delivery.id) }
  return { request: vendor.sends.at(-1)!.request, ids, input }
}

const to = (platform: string, token: string) => ({
  to: { email: null, phone: null, devices: [{ id: 1, platform, token, subscription: null }] satisfies Device[] },
})

describe('the options of a push', () => {
  test('APNs', async () => {
    const vendor = await endAfterTests(startApns(await authority.issue()))
    const device = to('apns', 'ab'.repeat(32))
    const { request, ids } = await sent(vendor, { ...device, content: { push: PUSH } })
    assert.deepEqual(request.payload, {
      aps: {
        alert: { title: 'Order 17', body: 'It is on its way' },
        sound: 'chime.caf',
        badge: 3,
        category: 'ORDER',
        'thread-id': 'orders',
        'interruption-level': 'time-sensitive',
        'mutable-content': 1,
      },
      url: PUSH.url,
      image_url: PUSH.image_url,
      order_id: '42',
      ...ids,
    })
    assert.equal(request.headers['apns-collapse-id'], 'order-42')
    const secondsLeft = Number(request.headers['apns-expiration']) - Date.now() / 1000
    assert.ok(Math.abs(secondsLeft - 3600) < 60, String(secondsLeft))
    const critical = await sent(vendor, { ...device, content: { push: { interruption_level: 'critical' } } })
    assert.deepEqual(critical.request.payload.aps.sound, { critical: 1, name: 'default', volume: 1 })
    const silent = await sent(vendor, { ...device, content: { push: { sound: 'none', badge: 0 } } })
    assert.deepEqual(Object.keys(silent.request.payload.aps), ['alert', 'badge'])
  })

  test('the body is cut to 4,096 bytes, and the data stay', async () => {
    const vendor = await endAfterTests(startApns(await authority.issue()))
    const data = ['a', 'b'].map((name) => ({ name, value: 'é'.repeat(512) }))
    const content = { push: { ...PUSH, data } }
    const { request, ids } = await sent(vendor, { ...to('apns', 'cd'.repeat(32)), body: 'word '.repeat(1000), content })
    const { aps, url, image_url: _, ...kept } = request.payload
    assert.deepEqual(kept, { a: data[0]!.value, b: data[1]!.value, ...ids })
    assert.equal(url, PUSH.url)
    const bytes = Buffer.byteLength(JSON.stringify(request.payload))
    assert.ok(aps.alert.body.endsWith('…') && bytes <= 4096 && bytes > 4080, String(bytes))
  })

  test('Firebase Cloud Messaging', async () => {
    const vendor = await endAfterTests(startFcm())
    const { request, ids } = await sent(vendor, { ...to('fcm', 'token-1'), content: { push: PUSH } })
    const { apns, token: _, webpush, ...message } = request
    const { 'apns-expiration': expiration, ...headers } = apns.headers
    assert.ok(Math.abs(Number(expiration) - Date.now() / 1000 - 3600) < 60)
    assert.deepEqual(message, {
      notification: { title: 'Order 17', body: 'It is on its way', image: PUSH.image_url },
      data: { url: PUSH.url, order_id: '42', ...ids },
      android: {
        priority: 'HIGH',
        ttl: '3600s',
        collapse_key: 'order-42',
        notification: { tag: 'order-42', sound: 'chime.caf', notification_count: 3 },
      },
    })
    assert.deepEqual([headers, apns.fcm_options], [{ 'apns-collapse-id': 'order-42' }, { image: PUSH.image_url }])
    assert.deepEqual(apns.payload.aps, {
      sound: 'chime.caf',
      badge: 3,
      category: 'ORDER',
      'thread-id': 'orders',
      'interruption-level': 'time-sensitive',
      'mutable-content': 1,
    })
    assert.match(webpush.headers.Topic, /^[\w-]{32}$/)
    assert.deepEqual([webpush.fcm_options, webpush.headers.TTL], [{ link: PUSH.url }, '3600'])
    const app = await sent(vendor, { ...to('fcm', 'token-1'), content: { push: { url: 'shop://orders/42' } } })
    assert.deepEqual([app.request.webpush.fcm_options, app.request.data.url], [undefined, 'shop://orders/42'])
  })

  test('Expo', async () => {
    const vendor = await endAfterTests(startExpo())
    const { request, ids } = await sent(vendor, {
      ...to('expo', 'ExponentPushToken[abc]'),
      content: { push: PUSH },
      settings: { ...vendor.settings, android_channel: 'orders' },
    })
    assert.deepEqual(request, {
      to: 'ExponentPushToken[abc]',
      title: 'Order 17',
      body: 'It is on its way',
      data: { url: PUSH.url, order_id: '42', ...ids },
      sound: 'chime.caf',
      priority: 'high',
      ttl: 3600,
      tag: 'order-42',
      collapseId: 'order-42',
      channelId: 'orders',
      badge: 3,
      categoryId: 'ORDER',
      interruptionLevel: 'time-sensitive',
      richContent: { image: PUSH.image_url },
      mutableContent: true,
    })
  })
})

const MAIL = {
  channel: { id: 9, name: 'Mail', type: 'email' },
  to: { email: 'ada@example.com', phone: null, devices: [] },
  body: '<html><body class="a"><p>Hello</p></body></html>',
  bodyFormat: 'html',
  content: { email: EMAIL },
} satisfies Partial<SendInput>
const HTML =
  '<html><body class="a"><div style="display:none;max-height:0;overflow:hidden">It arrives &lt;soon&gt;</div><p>Hello</p></body></html>'

describe('the addresses and header fields of a mail', () => {
  test('Postmark', async () => {
    const { request } = await sent(await endAfterTests(startPostmark()), MAIL)
    const { To, Cc, Bcc, ReplyTo, Headers, HtmlBody, TextBody } = request
    assert.deepEqual([To, Cc, Bcc], ['ada@example.com', 'copy@example.com', 'archive@example.com'])
    assert.deepEqual([ReplyTo, HtmlBody, TextBody], ['support@shop.example.com', HTML, 'Hello'])
    assert.deepEqual(Headers.at(-1), { Name: 'X-Order', Value: '42' })
  })

  test('SendGrid', async () => {
    const { request } = await sent(await endAfterTests(startSendgrid()), MAIL)
    assert.deepEqual(request.personalizations, [
      {
        to: [{ email: 'ada@example.com' }],
        cc: [{ email: 'copy@example.com' }],
        bcc: [{ email: 'archive@example.com' }],
      },
    ])
    assert.deepEqual(request.reply_to, { email: 'support@shop.example.com' })
    assert.deepEqual([request.headers['X-Order'], request.content[1].value], ['42', HTML])
  })

  test('Resend', async () => {
    const { request } = await sent(await endAfterTests(startResend()), MAIL)
    const { cc, bcc, reply_to, headers, html } = request
    assert.deepEqual([cc, bcc, reply_to], [['copy@example.com'], ['archive@example.com'], 'support@shop.example.com'])
    assert.deepEqual([headers['X-Order'], html], ['42', HTML])
  })

  test('Amazon SES', async () => {
    const { request } = await sent(await endAfterTests(startSes()), MAIL)
    assert.deepEqual(request.Destination, {
      ToAddresses: ['ada@example.com'],
      CcAddresses: ['copy@example.com'],
      BccAddresses: ['archive@example.com'],
    })
    assert.deepEqual(request.ReplyToAddresses, ['support@shop.example.com'])
    assert.deepEqual(request.Content.Simple.Headers.at(-1), { Name: 'X-Order', Value: '42' })
  })

  test('SMTP: copies are in the envelope, and no mail names the blind ones', async () => {
    const mails: { to: string[]; text: string }[] = []
    const server = new SMTPServer({
      ...(await authority.issue()),
      authOptional: true,
      disableReverseLookup: true,
      closeTimeout: 10,
      onRcptTo: ({ address }, _session, callback) =>
        callback(address.startsWith('gone') ? Object.assign(new Error('5.1.1 unknown'), { responseCode: 550 }) : null),
      onData(stream, { envelope }, callback) {
        void stream.toArray().then((chunks) => {
          const text = Buffer.concat(chunks as Buffer[]).toString()
          mails.push({ to: envelope.rcptTo.map(({ address }) => address), text })
          callback()
        })
      },
    })
    server.on('error', () => {})
    const listener = server.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    after(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const provider = findProvider('smtp')!.create(providerDependencies({ guarded }))
    const { port } = listener.address() as AddressInfo
    const settings = { host: '127.0.0.1', port, from: 'shop@example.com', ca_certificate: authority.pem }
    assert.equal((await provider.send(sendInput({ settings, ...MAIL }))).result, 'accepted')
    const [mail] = mails
    assert.deepEqual(mail!.to, ['ada@example.com', 'copy@example.com', 'archive@example.com'])
    assert.match(mail!.text, /^Cc: copy@example\.com\r$/m)
    assert.match(mail!.text, /^Reply-To: support@shop\.example\.com\r$/m)
    assert.match(mail!.text, /^X-Order: 42\r$/m)
    assert.doesNotMatch(mail!.text, /archive|^Bcc/m)
    // If the server takes only the copies, the recipient's refusal counts.
    const gone = { ...MAIL, to: { ...MAIL.to, email: 'gone@example.com' } }
    const refused = await provider.send(sendInput({ settings, ...gone }))
    assert.equal(
      refused.result === 'permanent' && refused.suppress?.address,
      'gone@example.com',
      JSON.stringify(refused),
    )
    await provider.close()
  })
})

const FILES = [
  { filename: 'invoice.pdf', contentType: 'application/pdf', contentId: null, content: Buffer.from('%PDF') },
  { filename: 'Grüße.png', contentType: 'image/png', contentId: 'logo', content: Buffer.from([0x89, 0x50]) },
]
const WITH_FILES = { ...MAIL, attachments: FILES }

describe('the attachments of a mail', () => {
  test('Postmark', async () => {
    const { request } = await sent(await endAfterTests(startPostmark()), WITH_FILES)
    assert.deepEqual(request.Attachments, [
      { Name: 'invoice.pdf', ContentType: 'application/pdf', Content: 'JVBERg==' },
      { Name: 'Grüße.png', ContentType: 'image/png', Content: 'iVA=', ContentID: 'cid:logo' },
    ])
  })

  test('SendGrid', async () => {
    const { request } = await sent(await endAfterTests(startSendgrid()), WITH_FILES)
    assert.deepEqual(request.attachments, [
      { filename: 'invoice.pdf', type: 'application/pdf', content: 'JVBERg==', disposition: 'attachment' },
      { filename: 'Grüße.png', type: 'image/png', content: 'iVA=', disposition: 'inline', content_id: 'logo' },
    ])
  })

  test('Resend', async () => {
    const { request } = await sent(await endAfterTests(startResend()), WITH_FILES)
    assert.deepEqual(request.attachments, [
      { filename: 'invoice.pdf', content_type: 'application/pdf', content: 'JVBERg==' },
      { filename: 'Grüße.png', content_type: 'image/png', content: 'iVA=', content_id: 'logo' },
    ])
  })

  test('Amazon SES: the raw form', async () => {
    const { request } = await sent(await endAfterTests(startSes()), WITH_FILES)
    const mime = Buffer.from(request.Content.Raw.Data, 'base64').toString()
    for (const line of [
      /^From: shop@example\.com\r$|^From: /m,
      /^To: ada@example\.com\r$/m,
      /^Cc: copy@example\.com\r$/m,
      /^Reply-To: support@shop\.example\.com\r$/m,
      /^X-Order: 42\r$/m,
      /^Auto-Submitted: auto-generated\r$/m,
      /^Content-Type: application\/pdf; name=invoice\.pdf\r$/m,
      /^Content-Id: <logo>\r$/im,
      /^JVBERg==\r$/m,
    ])
      assert.match(mime, line)
    assert.doesNotMatch(mime, /^Bcc|archive@/m)
    assert.deepEqual(request.Destination.BccAddresses, ['archive@example.com'])
  })
})
