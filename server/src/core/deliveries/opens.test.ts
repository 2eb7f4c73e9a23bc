/** Opens by pixel: only for mail being sent, each once, and only with an authentic token. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRecording, makeAccount, makeDelivery } from '../../../test/factories.ts'
import { prepareMessages, until } from '../../../test/service.ts'
import type { Client } from '../../../test/service.ts'
import { testService } from '../../../test/test-service.ts'
import { createSecretsCipher } from '../../platform/secrets.ts'
import { isMachine } from './known-programs.ts'
import { createOpenPixels } from './open-pixel.ts'

const { database, running } = await testService()

const keysOf = (...bytes: number[]) =>
  createSecretsCipher(bytes.map((byte) => ({ id: `k${byte}`, key: Buffer.alloc(32, byte) }))).deriveKeys('open pixels')

const mail = (accountId: number, id: number, body = 'Hello') => ({
  channel: { id: 1, name: 'Mail', type: 'email' as const },
  delivery: { bucket: 0, accountId, id, number: 1, messageId: 1 },
  bodyFormat: 'html' as const,
  body,
})

const tokenIn = (body: string) => /\/o\/([\w-]+)\.gif/.exec(body)![1]!

describe('the token', () => {
  const pixels = createOpenPixels(keysOf(1), () => 'https://t.example')

  test('leads back to the delivery, up to the greatest ids', () => {
    for (const [accountId, id] of [
      [1, 1],
      [7, 123_456_789],
      [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1],
    ] as const) {
      const { body } = pixels.addTo(mail(accountId, id))
      assert.match(body, /^Hello<img src="https:\/\/t\.example\/o\/[\w-]{32}\.gif" /)
      const read = pixels.read(tokenIn(body))!
      assert.deepEqual([read.accountId, read.deliveryId], [accountId, id])
    }
  })

  test('other texts are not tokens', () => {
    const token = tokenIn(pixels.addTo(mail(7, 9)).body)
    const other = tokenIn(pixels.addTo(mail(7, 10)).body)
    assert.equal(pixels.read(token.slice(0, 18) + other.slice(18)), null, "another delivery's code")
    for (const forged of ['', 'x', token.slice(1), `${token}A`, `${token}=`, token.replace(/^./, 'B'), 'A'.repeat(32)])
      assert.equal(pixels.read(forged), null, forged)
    assert.equal(createOpenPixels(keysOf(2), () => '').read(token), null)
  })

  test('tokens of an older key of the ring are still good', () => {
    const token = tokenIn(pixels.addTo(mail(7, 9)).body)
    assert.equal(createOpenPixels(keysOf(2, 1), () => '').read(token)?.deliveryId, 9)
  })

  test('the pixel stands within the body of HTML mail', () => {
    const page = pixels.addTo(mail(1, 2, '<html><body>Hi</body></html>')).body
    assert.match(page, /^<html><body>Hi<img [^>]+><\/body><\/html>$/)
    const hidden = '<!--[if mso]><body class="mso"><![endif]-->'
    const long = 'ü'.repeat(60_000)
    const cut = pixels.addTo(mail(1, 2, `<html>${hidden}<body title="a > b">${long}</body></html>`)).body
    assert.ok(cut.startsWith(`<html>${hidden}<body title="a > b"><img `), 'Gmail cuts a mail after 102 KB')
    assert.match(pixels.addTo(mail(1, 2, long)).body, /^<img [^>]+>ü/)
    assert.match(pixels.addTo(mail(1, 2, `<html>${long}</html>`)).body, /<img [^>]+>$/)
  })
})

const MAIL_PROGRAM = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Thunderbird/153.0'

test('proxies, scanners and libraries are machines, mail programs are not', () => {
  for (const machine of [
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
    'Mozilla/5.0',
    'Barracuda Sentinel (EE)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/153.0.0.0 Safari/537.36',
    'curl/8.5.0',
    'python-requests/2.32.3',
    'Go-http-client/2.0',
  ])
    assert.ok(isMachine(machine), machine)
  for (const program of [
    MAIL_PROGRAM,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 (KHTML, like Gecko)',
    'Mozilla/5.0 (Linux; Android 11; CUBOT X50) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36',
    'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.18000; Pro)',
    '',
    undefined,
  ])
    assert.ok(!isMachine(program), program)
})

describe('the pixel', () => {
  const recording = createRecording()
  // The secret keys of the test's service.
  const pixels = createOpenPixels(keysOf(7), () => '')

  async function ask(token: string, method = 'GET', userAgent = MAIL_PROGRAM) {
    const headersSent = { 'user-agent': userAgent }
    const response = await fetch(`${running.service.url}/o/${token}.gif`, { method, headers: headersSent })
    const bytes = Buffer.from(await response.arrayBuffer())
    const { headers } = response
    return {
      status: response.status,
      type: headers.get('content-type'),
      cache: headers.get('cache-control'),
      length: headers.get('content-length'),
      bytes: bytes.toString('hex'),
    }
  }

  /** Sends a message to `silent@`. The sandbox stores its HTML mail. */
  async function sendMail(client: Client, { ofTemplate = {}, ofChannel = {} } = {}) {
    await prepareMessages(client, 'silent@tidings.test')
    const fields = { name: 'page', subject: 'Page', body: '<p>Hello</p>', body_format: 'html', ...ofTemplate }
    const templates = await client.call('GET', '/api/v1/message_templates?name=receipt')
    const { channels } = templates.body.message_templates[0]
    const channelPath = `/api/v1/notification_channels/${channels[0].notification_channel_id}`
    assert.equal((await client.call('PATCH', channelPath, { notification_channel: ofChannel })).status, 200)
    await client.call('POST', '/api/v1/message_templates', { message_template: { ...fields, channels } })
    const message = { external_user_id: 'ada', message_template_name: 'page' }
    const { body } = await client.call('POST', '/api/v1/messages', { message })
    const [delivery] = body.message.deliveries
    await until(
      () => client.call('GET', `/api/v1/deliveries/${delivery.id}`),
      (response) => response.body.status === 'sent',
    )
    const { rows } = await database.pool.query<{ body: string }>({
      text: 'select body from sandbox_messages where bucket = $1 and account_id = $2 and delivery_id = $3',
      values: [client.bucket, client.accountId, delivery.id],
    })
    return { deliveryId: delivery.id as number, body: rows[0]!.body }
  }

  async function openedEvents(deliveryId: number): Promise<{ source: string }[]> {
    const { rows } = await database.pool.query<{ source: string }>({
      text: `select source from events where delivery_id = $1 and type = 'delivery.opened'`,
      values: [deliveryId],
    })
    return rows
  }

  test('asked for many times, the delivery is opened once; the response is always the same', async () => {
    const client = await running.client()
    const { deliveryId, body } = await sendMail(client)
    assert.ok(body.startsWith(`<p>Hello</p><img src="${running.service.url}/o/`))
    const token = tokenIn(body)
    const responses = await Promise.all(Array.from({ length: 200 }, () => ask(token)))
    const first = responses[0]!
    assert.deepEqual(
      { ...first, bytes: first.bytes.length / 2 },
      { status: 200, type: 'image/gif', cache: 'no-store', length: '43', bytes: 43 },
    )
    for (const response of [
      ...responses,
      await ask('x'),
      await ask(`${token}A`),
      await ask('%00'),
      await ask('A'.repeat(32)),
    ])
      assert.deepEqual(response, first)
    assert.deepEqual({ ...(await ask(token, 'HEAD')), bytes: first.bytes }, first)
    const { body: delivery } = await until(
      () => client.call('GET', `/api/v1/deliveries/${deliveryId}`),
      (response) => response.body.status === 'opened',
    )
    assert.ok(delivery.opened_at !== null)
    assert.equal(delivery.delivered_at, null)
    await ask(token)
    assert.deepEqual(await openedEvents(deliveryId), [{ source: 'pixel' }])
  })

  test('a channel or a template that does not track opens sends mail without the pixel, and so does a text', async () => {
    const text = { ofTemplate: { body_format: 'text' } }
    for (const options of [{ ofTemplate: { track_opens: false } }, { ofChannel: { track_opens: false } }, text])
      assert.equal((await sendMail(await running.client(), options)).body, '<p>Hello</p>')
  })

  test('a HEAD request, a known program, and a delivery not sent yet, cause no open', async () => {
    const client = await running.client()
    const sent = await sendMail(client)
    await ask(tokenIn(sent.body), 'HEAD')
    await ask(tokenIn(sent.body), 'GET', `${MAIL_PROGRAM} (via ggpht.com GoogleImageProxy)`)
    const account = await makeAccount(database.pool)
    const scheduled = await makeDelivery(database.pool, recording, account, Date.now() + 3_600_000)
    await ask(tokenIn(pixels.addTo(mail(account.accountId, scheduled.id)).body))
    // Opens are recorded in order. When a later open is recorded, all earlier ones have been processed.
    const later = await sendMail(await running.client())
    await ask(tokenIn(later.body))
    await until(
      () => openedEvents(later.deliveryId),
      (events) => events.length === 1,
    )
    assert.deepEqual(await openedEvents(sent.deliveryId), [])
    assert.deepEqual(await openedEvents(scheduled.id), [])
  })
})
