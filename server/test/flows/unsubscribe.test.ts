/**
 * Unsubscribing with one click (RFC 8058) and the recipients' pages. The mails go to a real mail server. Their header
 * fields are read by the rules of RFC 8058, and their DKIM signature by those of RFC 6376, apart from the source.
 */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { createCertificateAuthority } from '../certificates.ts'
import { fieldValue, judgeDkim, splitMail } from '../dkim.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { makeMember, PASSWORD, signInAs } from '../members.ts'
import { startTestService, until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'

const PUBLIC_URL = 'https://tidings.example.com'
const ONE_CLICK = 'List-Unsubscribe=One-Click'
const FORM = 'application/x-www-form-urlencoded'

const { database, running } = await testService({ variables: { PUBLIC_URL } })
const authority = await createCertificateAuthority()
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Every mail as latin1, one character per byte. */
const mails: string[] = []
const smtp = new SMTPServer({
  ...(await authority.issue()),
  authOptional: true,
  disableReverseLookup: true,
  closeTimeout: 10,
  onData(stream, _session, callback) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      mails.push(Buffer.concat(chunks).toString('latin1'))
      callback()
    })
  },
})
const listener = smtp.listen(0, '127.0.0.1')
await once(listener, 'listening')
await endAfterTests(Promise.resolve({ close: () => new Promise<void>((resolve) => smtp.close(() => resolve())) }))

async function made(client: Client, path: string, root: string, fields: object): Promise<number> {
  const { status, body } = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
  assert.equal(status, 201, JSON.stringify(body))
  return body[root].id
}

let people = 0

interface Prepared {
  client: Client
  recipientId: number
  /** The path of the preferences. */
  path: string
  /** Sends a message of the template, and returns its mail. */
  mailOf(template: string): Promise<string>
}

/** An account with templates of the topics news, offers and law, and one without a topic. */
async function prepared(locale = 'en'): Promise<Prepared> {
  const client = await running.client()
  const { port } = listener.address() as AddressInfo
  const channelId = await made(client, 'notification_channels', 'notification_channel', {
    name: 'Mail',
    channel_type: 'email',
    provider: 'smtp',
    settings: {
      host: '127.0.0.1',
      port,
      from: 'notify@example.com',
      ca_certificate: authority.pem,
      dkim_domain: 'example.com',
      dkim_selector: 's1',
      dkim_private_key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    },
  })
  for (const [name, required] of [
    ['news', false],
    ['offers', false],
    ['law', true],
  ] as const)
    await made(client, 'topics', 'topic', { name, label: `About ${name} <b>`, required })
  for (const topic of ['news', 'offers', 'law', null])
    await made(client, 'message_templates', 'message_template', {
      name: topic ?? 'plain',
      subject: topic ?? 'plain',
      body: 'Stop: {{ unsubscribe_url }} All: {{ preferences_url }}',
      body_format: 'text',
      topic,
      channels: [{ notification_channel_id: channelId }],
    })
  const email = `ada${++people}@example.com`
  const fields = { external_user_id: 'ada', email, locale }
  const recipientId = await made(client, 'notification_users', 'notification_user', fields)
  const path = `/api/v1/notification_users/${recipientId}/preferences`
  async function mailOf(template: string): Promise<string> {
    const before = mails.length
    const message = { external_user_id: 'ada', message_template_name: template }
    const created = await client.call('POST', '/api/v1/messages', { message })
    assert.equal(created.status, 201)
    assert.deepEqual(created.body.message.skipped_channels, [])
    await until(
      () => client.call('GET', `/api/v1/deliveries/${created.body.message.deliveries[0].id}`),
      ({ body }) => body.status === 'sent',
    )
    return mails[before]!
  }
  return { client, recipientId, path, mailOf }
}

/**
 * The address of the one click below the running service, read by the rules of RFC 8058 section 3.1: one field of each
 * name, one https address in angle brackets (RFC 2369 section 2), and exactly one key and value.
 */
function oneClickOf(mail: string): string {
  const { fields } = splitMail(mail)
  const valuesOf = (name: string) => fields.filter((field) => fieldName(field) === name).map(unfolded)
  assert.deepEqual(valuesOf('list-unsubscribe-post'), [ONE_CLICK])
  const addresses = valuesOf('list-unsubscribe')
  assert.equal(addresses.length, 1)
  const listed = addresses[0]!.split(',').map((one) => /^\s*<([^<>\s]+)>\s*$/.exec(one)?.[1])
  const https = listed.filter((url) => url !== undefined && URL.parse(url)?.protocol === 'https:')
  assert.equal(https.length, 1, addresses[0])
  assert.ok(https[0]!.startsWith(`${PUBLIC_URL}/unsubscribe/`))
  return local(https[0]!)
}

const fieldName = (field: string) => field.slice(0, field.indexOf(':')).toLowerCase()
const unfolded = (field: string) =>
  field
    .slice(field.indexOf(':') + 1)
    .replaceAll(/\r\n[ \t]/g, '')
    .trim()

/** The text of a mail of one part. */
function textOf(mail: string): string {
  const { fields, body } = splitMail(mail)
  if (fieldValue(fields, 'content-transfer-encoding') !== 'quoted-printable') return body
  return body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

const local = (url: string) => url.replace(PUBLIC_URL, running.service.url!)

async function open(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { redirect: 'error', ...init })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const post = (url: string, body: string, type = FORM) =>
  open(url, { method: 'POST', body, headers: { 'content-type': type } })

async function disabled({ client, path }: Prepared): Promise<string[]> {
  const { body } = await client.call('GET', path)
  const choices = body.preferences as { topic: string; channel_type: string; enabled: boolean; source: string }[]
  return choices.filter(({ enabled }) => !enabled).map((one) => `${one.topic} ${one.channel_type} ${one.source}`)
}

describe('the header fields of a mail', () => {
  test('are as RFC 8058 demands, and covered by the DKIM signature, for topics that a recipient may refuse', async () => {
    const { mailOf } = await prepared()
    const mail = await mailOf('news')
    oneClickOf(mail)
    const judged = judgeDkim(mail, keys.publicKey)!
    assert.deepEqual([judged.bodyHolds, judged.headerHolds], [true, true])
    const signed = judged.tags.get('h')!.toLowerCase().split(':')
    for (const name of ['list-unsubscribe', 'list-unsubscribe-post', 'from', 'subject', 'date'])
      assert.ok(signed.includes(name), `${name} in ${signed.join(':')}`)
    // A changed address, or another POST, breaks the signature.
    for (const [from, to] of [
      [PUBLIC_URL, 'https://evil.example.com'],
      [ONE_CLICK, 'List-Unsubscribe=Two-Click'],
    ] as const)
      assert.equal(judgeDkim(mail.replace(from, to), keys.publicKey)!.headerHolds, false)
    for (const template of ['law', 'plain']) assert.doesNotMatch(await mailOf(template), /List-Unsubscribe/i)
  })

  test('are absent without an https PUBLIC_URL, but the links in the text work', async () => {
    const plain = await startTestService(database, { PUBLIC_URL: 'http://tidings.example.com', ROLES: 'api' })
    const { client, recipientId } = await prepared()
    const call = await fetch(`${plain.service.url}/api/v1/notification_users/${recipientId}/preferences`, {
      headers: { authorization: `Bearer ${client.apiKey}` },
    })
    const { preferences_url: url } = (await call.json()) as { preferences_url: string }
    assert.match(url, /^http:\/\/tidings\.example\.com\/preferences\//)
    assert.equal((await open(url.replace('http://tidings.example.com', plain.service.url!))).status, 200)
    await plain.stop()
  })
})

describe('one click', () => {
  for (const [name, type, body] of [
    ['a form', FORM, ONE_CLICK],
    [
      'parts',
      'multipart/form-data; boundary=x',
      `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`,
    ],
  ] as const)
    test(`as ${name} ends the mails of its topic and nothing else`, async () => {
      const account = await prepared()
      const url = oneClickOf(await account.mailOf('news'))
      // Scanners and mail programs open links: this changes nothing.
      assert.equal((await open(url)).status, 200)
      assert.equal((await open(url, { method: 'HEAD' })).status, 200)
      assert.deepEqual(await disabled(account), [])
      assert.equal((await post(url, body, type)).status, 200)
      assert.deepEqual(await disabled(account), ['news email link'])
      const message = { external_user_id: 'ada', message_template_name: 'news' }
      const skipped = await account.client.call('POST', '/api/v1/messages', { message })
      assert.deepEqual(skipped.body.message.deliveries, [])
      for (const template of ['offers', 'law', 'plain']) await account.mailOf(template)
      // A repeated click changes nothing more.
      assert.equal((await post(url, body, type)).status, 200)
      assert.deepEqual(await disabled(account), ['news email link'])
    })

  test('gets the same response for every token that leads nowhere', async () => {
    const { client, recipientId, mailOf } = await prepared()
    const url = oneClickOf(await mailOf('news'))
    const [base, token] = [url.slice(0, url.lastIndexOf('/')), url.slice(url.lastIndexOf('/') + 1)]
    const bytes = Buffer.from(token, 'base64url')
    bytes[bytes.length - 1]! ^= 1
    await client.call('DELETE', `/api/v1/notification_users/${recipientId}`)
    const tokens = [token, bytes.toString('base64url'), 'x', `${token}A`, '%00', 'A'.repeat(3000)]
    const responses = []
    for (const one of tokens)
      for (const init of [{}, { method: 'POST', body: ONE_CLICK, headers: { 'content-type': FORM } }]) {
        const { status, headers, text } = await open(`${base}/${one}`, init)
        responses.push(JSON.stringify([status, headers.get('content-type'), text]))
      }
    assert.equal(new Set(responses).size, 1)
    assert.match(responses[0]!, /^\[404,"text\/html/)
  })
})

describe('the pages of a recipient', () => {
  test('are linked in texts, ask first, and change what the form says', async () => {
    const account = await prepared('de-AT')
    const [news] = (await account.client.call('GET', '/api/v1/topics?name=news')).body.topics
    const locales = [{ locale: 'de', label: 'Über news <b>', description: 'Neues von uns' }]
    const topic = await account.client.call('PATCH', `/api/v1/topics/${news.id}`, { topic: { locales } })
    assert.deepEqual(topic.body.topic.locales, locales)
    const text = textOf(await account.mailOf('news'))
    const [ask, all] = /Stop: (\S+)\s+All: (\S+)/
      .exec(text)!
      .slice(1)
      .map((url) => local(url)) as [string, string]
    const asked = await open(ask)
    assert.match(asked.text, /<html lang="de">/)
    assert.match(asked.text, /Über news &lt;b&gt;<\/strong><br>Neues von uns/)
    assert.match(asked.text, /<button name="channel_type" value="email">Diese E-Mails beenden<\/button>/)
    assert.doesNotMatch(asked.text, /<script|https?:\/\//)
    const policy = asked.headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'; style-src 'sha256-/)
    assert.equal(asked.headers.get('referrer-policy'), 'no-referrer')
    assert.equal((await post(ask, 'channel_type=email')).status, 200)
    assert.deepEqual(await disabled(account), ['news email link'])
    const page = await open(all)
    assert.match(page.text, /<legend>Über news &lt;b&gt;<\/legend>[^]*<legend>About offers/)
    const { preferences } = (await account.client.call('GET', account.path)).body
    assert.ok(preferences.some((one: { label: string }) => one.label === 'Über news <b>'))
    const allListed = [...page.text.matchAll(/name="listed" value="([^"]+)"/g)].map(([, name]) => name!)
    const listed = allListed.filter((name) => name !== 'paused')
    assert.equal(listed.length, 2, 'news and offers by email, and not law')
    const enabled = [...page.text.matchAll(/name="enabled" value="([^"]+)" checked/g)].map(([, name]) => name!)
    assert.equal(enabled.length, 1)
    const form = new URLSearchParams({ enabled: 'paused' })
    for (const name of allListed) form.append('listed', name)
    form.append(
      'enabled',
      listed.find((name) => !enabled.includes(name))!,
    )
    const saved = await post(all, form.toString())
    assert.match(saved.text, /role="status">Ihre Auswahl ist gespeichert/)
    assert.deepEqual(await disabled(account), ['offers email link'])
    assert.equal((await account.client.call('GET', account.path)).body.paused, true)
    // A form without a choice does not change it.
    assert.equal((await post(all, '')).status, 200)
    assert.equal((await account.client.call('GET', account.path)).body.paused, true)
  })

  test('store each choice that they list, for every type of channel', async () => {
    const account = await prepared()
    for (const [type, provider] of [
      ['in_app', 'inbox'],
      ['sms', 'sandbox'],
      ['push', 'sandbox'],
    ] as const) {
      const fields = { name: type, channel_type: type, provider }
      await made(account.client, 'notification_channels', 'notification_channel', fields)
    }
    const { preferences_url: url } = (await account.client.call('GET', account.path)).body
    const { text } = await open(local(url))
    const listed = [...text.matchAll(/name="listed" value="([^"]+)"/g)].map(([, name]): [string, string] => [
      'listed',
      name!,
    ])
    assert.equal((await post(local(url), new URLSearchParams(listed).toString())).status, 200)
    const off = ['email', 'in_app', 'push', 'sms'].flatMap((type) => [`news ${type} link`, `offers ${type} link`])
    assert.deepEqual((await disabled(account)).toSorted(), off.toSorted())
    const on = [...listed, ...listed.map(([, name]): [string, string] => ['enabled', name])]
    assert.equal((await post(local(url), new URLSearchParams(on).toString())).status, 200)
    assert.deepEqual(await disabled(account), [])
  })

  test('skip hostile forms, and refuse long ones', async () => {
    const account = await prepared()
    const other = await prepared()
    const { body } = await other.client.call('GET', '/api/v1/topics?name=news')
    const { preferences_url: url } = (await account.client.call('GET', account.path)).body
    const form = [
      'listed=0.email',
      'listed=1.fax',
      `listed=${body.topics[0].id}.email`,
      'listed=9007199254740993.email',
      'listed=__proto__.email',
      'x=%ff',
    ]
    assert.equal((await post(local(url), form.join('&'))).status, 200)
    assert.deepEqual(await disabled(account), [])
    assert.deepEqual(await disabled(other), [])
    assert.equal((await post(local(url), 'a'.repeat(40 * 1024))).status, 413)
  })

  test('have the name and the colors of the account, with readable text on every color', async () => {
    const { client, path } = await prepared()
    const url = local((await client.call('GET', path)).body.preferences_url)
    assert.match((await open(url)).text, /<header><p>Test<\/p><\/header>/)
    const look = { title: '</style><script>', accent_color: '#FFEE00', background_color: '#102030' }
    const changed = await client.call('PATCH', '/api/v1/preference_page', { preference_page: look })
    assert.deepEqual(changed.body.preference_page, { ...look, accent_color: '#ffee00' })
    const { text } = await open(url)
    assert.match(text, /<header><p>&lt;\/style&gt;&lt;script&gt;<\/p><\/header>/)
    assert.match(text, /header\{background:#ffee00;color:#000000/)
    assert.match(text, /body\{margin:0;background:#102030/)
    for (const accent_color of ['red', '#fff', '#1234567', '#12345g', '#fff;}'])
      assert.equal(
        (await client.call('PATCH', '/api/v1/preference_page', { preference_page: { accent_color } })).status,
        422,
      )
    const reset = await client.call('PATCH', '/api/v1/preference_page', { preference_page: { title: null } })
    assert.deepEqual([reset.body.preference_page.title, reset.body.preference_page.accent_color], [null, '#ffee00'])
  })
})

describe('the links in a response', () => {
  const LINK = /\/(?:unsubscribe|preferences|o)\/([\w-]{32,50})/g
  const tokensOf = (text: string) => [...text.matchAll(LINK)].map(([, token]) => token!)

  /** The texts of a sandbox mail with the links in several forms, and the paths of all responses that may have them. */
  async function shownLinks() {
    const client = await running.client()
    const fields = { name: 'Mail', channel_type: 'email', provider: 'sandbox' }
    const channelId = await made(client, 'notification_channels', 'notification_channel', fields)
    await made(client, 'topics', 'topic', { name: 'news', label: 'News' })
    await made(client, 'message_templates', 'message_template', {
      name: 'news',
      subject: 'News {{ unsubscribe_url }}',
      body:
        '<a href="{{ unsubscribe_url }}">Stop</a> <a href="/to?url={{ preferences_url | url_encode }}">All</a> ' +
        '{{ preferences_url | slice: 0, 88 }}',
      topic: 'news',
      channels: [{ notification_channel_id: channelId }],
    })
    const person = { external_user_id: 'ada', email: 'silent@tidings.test' }
    const recipientId = await made(client, 'notification_users', 'notification_user', person)
    const message = { external_user_id: 'ada', message_template_name: 'news' }
    const created = (await client.call('POST', '/api/v1/messages', { message })).body.message
    const deliveryId = created.deliveries[0].id
    const sandbox = `/api/v1/sandbox_messages/${deliveryId}`
    await until(
      () => client.call('GET', sandbox),
      ({ status }) => status === 200,
    )
    const recipient = `/api/v1/notification_users/${recipientId}`
    const choice = { preferences: [{ topic: 'news', channel_type: 'email', enabled: false }] }
    assert.equal((await client.call('PUT', `${recipient}/preferences`, choice)).status, 200)
    // More than a page, so that the feed is a stream. They have no deliveries.
    const batch = { messages: Array.from({ length: 201 }, () => message) }
    assert.equal((await client.call('POST', '/api/v1/messages/batch', batch)).status, 200)
    const feed = '/api/v1/messages/new_messages_for?external_user_id=ada'
    const delivery = `/api/v1/deliveries/${deliveryId}`
    const shown = [
      ...['/api/v1/messages', `/api/v1/messages/${created.id}`, `/api/v1/messages/${created.id}/render_message`],
      ...[feed, `${feed}&limit=2`, '/api/v1/sandbox_messages', sandbox],
      ...[`${recipient}/preferences`, `${recipient}/export`, '/api/v1/search?q=news'],
      `${delivery}/explanation`,
    ]
    const others = [
      ...['/api/v1/deliveries', delivery, `${delivery}/timeline`],
      ...['/api/v1/webhook_events', '/api/v1/requests'],
    ]
    return { client, recipient, messageId: created.id as number, shown, others }
  }

  test('have no token for callers who may not change preferences, and work for those who may', async () => {
    const { client, recipient, messageId, shown, others } = await shownLinks()
    const url = running.service.url!
    const bearer = async (role: string) => {
      const { body } = await client.call('POST', '/api/v1/api_keys', { api_key: { name: role, role } })
      return { authorization: `Bearer ${body.api_key.key}` }
    }
    const session = async (role: 'viewer' | 'developer') => {
      const member = await signInAs(running, await makeMember(database, client, role))
      // The export asks for it.
      await member.call('POST', '/api/v1/session/confirm_password', { current_password: PASSWORD })
      return member.headers
    }
    const reader = await bearer('read')
    const readers = [reader, await session('viewer')]
    const actors = [await bearer('send'), { authorization: `Bearer ${client.apiKey}` }, await session('developer')]

    const tokens = new Set<string>()
    // Only some of those who may change preferences may read an export.
    const isExport = (path: string) => path.endsWith('/export')
    for (const path of [...shown, ...others]) {
      for (const headers of isExport(path) ? actors.slice(1) : actors) {
        const { status, text } = await open(`${url}${path}`, { headers })
        assert.equal(status, 200, path)
        assert.equal(tokensOf(text).length > 0, shown.includes(path), path)
        for (const token of tokensOf(text)) tokens.add(token)
      }
    }
    // The proof begins behind the ids: 28 characters of 50, and 19 of the 32 of a pixel.
    const proofs = [...tokens].map((token) => token.slice(token.length === 32 ? 19 : 28))
    assert.deepEqual(new Set([...tokens].map(({ length }) => length)), new Set([32, 48, 50]))
    for (const path of [...shown, ...others])
      for (const headers of readers) {
        const { status, text } = await open(`${url}${path}`, { headers })
        assert.equal(status, isExport(path) ? 403 : 200, path)
        for (const proof of proofs) assert.ok(!text.includes(proof), path)
        assert.equal(/\/(unsubscribe|preferences)\/\*{3}/.test(text), shown.includes(path) && !isExport(path), path)
      }

    const calls = { name: 'get_message', arguments: { message_id: messageId } }
    for (const [headers, isShown] of [
      [reader, false],
      [actors[0]!, true],
    ] as const) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: calls })
      const accept = 'application/json, text/event-stream'
      const init = { method: 'POST', body, headers: { ...headers, accept, 'content-type': 'application/json' } }
      const { text } = await open(`${url}/mcp`, init)
      assert.match(text, /News https/)
      assert.equal(
        proofs.some((proof) => text.includes(proof)),
        isShown,
        text,
      )
    }

    const { preferences_url: page } = (await client.call('GET', `${recipient}/preferences`)).body
    assert.equal((await post(local(page), 'listed=paused&enabled=paused')).status, 200)
    assert.equal((await client.call('GET', `${recipient}/preferences`)).body.paused, true)
  })
})
