/** Texts of templates in several languages: which text a message gets, and how dates and numbers are written. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prepareMessages } from '../service.ts'
import type { Client } from '../service.ts'
import { sharedService } from '../shared-service.ts'

const running = await sharedService()

const TEMPLATES = '/api/v1/message_templates'
const MESSAGES = '/api/v1/messages'

const AT = '2026-12-24T23:30:00Z'
const attributes = [
  { name: 'at', value: AT },
  { name: 'total', value: 1234.5 },
]

/** A template with a text for every case of a fall-back, on a mail and a push channel. */
async function prepared() {
  const client = await running.client()
  const { channel: mail } = await prepareMessages(client)
  const push = (
    await client.call('POST', '/api/v1/notification_channels', {
      notification_channel: { name: 'Push', channel_type: 'push', provider: 'sandbox' },
    })
  ).body.notification_channel
  const made = await client.call('POST', TEMPLATES, {
    message_template: {
      name: 'trip',
      subject: 'Trip',
      body: 'On {{ at | date: "%d %B" }}: {{ total | number }}',
      body_format: 'text',
      channels: [{ notification_channel_id: mail.id }, { notification_channel_id: push.id, body: 'Short' }],
      locales: [
        { locale: 'pt_br', body: 'Em {{ at | date: "%d de %B" }}' },
        {
          locale: 'pt',
          subject: 'Viagem',
          body: 'No dia',
          channels: [{ notification_channel_id: push.id, body: 'Curto' }],
        },
        {
          locale: 'de',
          subject: 'Reise',
          body: 'Am {{ at | date: "%d. %B" }}: {{ total | number: "currency", "EUR" }}',
          channels: [{ notification_channel_id: mail.id, subject: '' }],
        },
        { locale: 'zh-Hant', subject: '旅行' },
      ],
    },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return { client, mail, push, template: made.body.message_template }
}

async function create(client: Client, fields: object = {}) {
  const message = { external_user_id: 'ada', message_template_name: 'trip', message_attributes: attributes, ...fields }
  const { status, body } = await client.call('POST', MESSAGES, { message })
  assert.equal(status, 201, JSON.stringify(body))
  return body.message
}

const textsOf = (message: any) => [message.locale, message.rendered_subject, message.rendered_body]

/** The texts on the push channel. */
async function pushOf(client: Client, { id }: { id: number }): Promise<string[]> {
  const { body } = await client.call('GET', `${MESSAGES}/${id}/render_message`)
  const { subject, body: text } = body.channels.find((one: any) => one.notification_channel.channel_type === 'push')
  return [subject, text]
}

describe('a message in a language', () => {
  test('gets each text from its locale, then its language, then the template', async () => {
    const { client } = await prepared()
    const cases: [asked: string, texts: unknown[], push: string[]][] = [
      ['de', ['de', 'Reise', 'Am 24. Dezember: 1.234,50\u00a0€'], ['Reise', 'Short']],
      ['de-AT', ['de', 'Reise', 'Am 24. Dezember: €\u00a01.234,50'], ['Reise', 'Short']],
      ['pt-BR', ['pt-BR', 'Viagem', 'Em 24 de dezembro'], ['Viagem', 'Curto']],
      ['pt_BR', ['pt-BR', 'Viagem', 'Em 24 de dezembro'], ['Viagem', 'Curto']],
      ['pt-PT', ['pt', 'Viagem', 'No dia'], ['Viagem', 'Curto']],
      ['zh-Hant-TW', ['zh-Hant', '旅行', 'On 24 12月: 1,234.5'], ['旅行', 'Short']],
      ['zh', [null, 'Trip', 'On 24 December: 1,234.5'], ['Trip', 'Short']],
      ['fr', [null, 'Trip', 'On 24 December: 1,234.5'], ['Trip', 'Short']],
    ]
    for (const [locale, texts, push] of cases) {
      const message = await create(client, { locale })
      assert.deepEqual(textsOf(message), texts, locale)
      assert.deepEqual(await pushOf(client, message), push, locale)
    }
  })

  test('has the locale of the recipient, unless the message names one', async () => {
    const { client } = await prepared()
    assert.deepEqual(textsOf(await create(client))[0], null)
    await client.call('POST', '/api/v1/notification_users', {
      notification_user: { external_user_id: 'eva', email: 'eva@example.com', locale: 'de_CH' },
    })
    const eva = { external_user_id: 'eva' }
    assert.deepEqual(textsOf(await create(client, eva)), ['de', 'Reise', "Am 24. Dezember: EUR\u00a01'234.50"])
    assert.equal((await create(client, { ...eva, locale: 'pt' })).locale, 'pt')
    assert.equal((await create(client, { ...eva, locale: '' })).locale, 'de')
    // The same rule for a recipient as for a message.
    for (const wrong of ['en-US-US', 'de_DE_DE', 'x', 'en-'])
      for (const [method, path, body] of [
        ['POST', '/api/v1/notification_users', { notification_user: { external_user_id: 'w', locale: wrong } }],
        ['PUT', '/api/v1/notification_users/by_external_id/eva', { notification_user: { locale: wrong } }],
        ['POST', MESSAGES, { message: { ...eva, message_template_name: 'x', locale: wrong } }],
      ] as const) {
        const response = await client.call(method, path, body)
        assert.deepEqual(
          [response.status, response.body.errors],
          [422, { locale: ['must be a locale like pt-BR'] }],
          wrong,
        )
      }
    const inline = { external_user_id: 'new', notification_user: { email: 'new@example.com', locale: 'pt-BR' } }
    assert.equal((await create(client, inline)).locale, 'pt-BR')
  })

  test('shows the same in lists, previews, batches and under an idempotency key', async () => {
    const { client } = await prepared()
    const message = await create(client, { locale: 'pt-BR' })
    assert.equal(message.subject, 'Viagem')
    assert.equal(message.body, 'Em {{ at | date: "%d de %B" }}')
    const shown = await client.call('GET', `${MESSAGES}/${message.id}`)
    const { deliveries: _, ...stored } = shown.body.message
    const { deliveries: __, ...created } = message
    assert.deepEqual({ ...stored, updated_at: null }, { ...created, updated_at: null })
    const listed = await client.call('GET', MESSAGES)
    assert.deepEqual(
      [listed.body.messages[0].subject, listed.body.messages[0].body, listed.body.messages[0].locale],
      [message.subject, message.body, 'pt-BR'],
    )
    const feed = await client.call('GET', `${MESSAGES}/new_messages_for?external_user_id=ada`)
    assert.equal(feed.body.messages[0].subject, 'Viagem')
    const one = { external_user_id: 'ada', message_template_name: 'trip', message_attributes: attributes }
    const preview = await client.call('POST', `${MESSAGES}/preview`, { message: { ...one, locale: 'pt-BR' } })
    assert.deepEqual(
      [preview.body.preview.locale, preview.body.preview.subject, preview.body.preview.body],
      ['pt-BR', 'Viagem', 'Em 24 de dezembro'],
    )
    const languages = ['de', 'pt', 'fr', 'de', 'pt-BR']
    const batch = await client.call('POST', `${MESSAGES}/batch`, {
      messages: languages.map((locale) => ({ ...one, locale })),
    })
    assert.deepEqual(
      batch.body.results.map((result: any) => result.message.locale),
      ['de', 'pt', null, 'de', 'pt-BR'],
    )
    const exported = await client.call('GET', `/api/v1/notification_users/${message.notification_user_id}/export`)
    assert.ok(exported.body.messages.some((row: any) => row.locale === 'pt-BR'))
  })

  test('keeps its texts if the template changes', async () => {
    const { client, template } = await prepared()
    const message = await create(client, { locale: 'de' })
    const locales = [{ locale: 'de', subject: 'Neu' }]
    const patched = await client.call('PATCH', `${TEMPLATES}/${template.id}`, { message_template: { locales } })
    assert.equal(patched.body.message_template.version, 2)
    assert.equal((await create(client, { locale: 'de' })).rendered_subject, 'Neu')
    const { body } = await client.call('GET', `${MESSAGES}/${message.id}`)
    assert.deepEqual([body.message.subject, body.message.rendered_subject], ['Reise', 'Reise'])
  })
})

describe('a template with languages', () => {
  test('shows them by name, in the template, its list and its versions', async () => {
    const { client, push, template } = await prepared()
    assert.deepEqual(
      template.locales.map((one: any) => one.locale),
      ['de', 'pt', 'pt-BR', 'zh-Hant'],
    )
    const none = { subject: null, url: null, notification_channel_id: push.id }
    assert.deepEqual(template.locales[1], {
      locale: 'pt',
      subject: 'Viagem',
      body: 'No dia',
      channels: [{ ...none, body: 'Curto' }],
    })
    assert.deepEqual(template.locales[0].channels, [])
    const listed = await client.call('GET', `${TEMPLATES}?name=trip`)
    assert.deepEqual(listed.body.message_templates[0], template)
    const versions = await client.call('GET', `${TEMPLATES}/${template.id}/versions`)
    assert.deepEqual(versions.body.versions[0].locales, template.locales)
  })

  test('makes a version only if a text changes, and keeps languages that a change does not name', async () => {
    const { client, mail, push, template } = await prepared()
    const patch = async (fields: object) =>
      (await client.call('PATCH', `${TEMPLATES}/${template.id}`, { message_template: fields })).body.message_template
    const same = await patch({ locales: [...template.locales].toReversed() })
    assert.equal(same.version, 1)
    const renamed = await patch({ subject: 'Journey' })
    assert.deepEqual([renamed.version, renamed.locales], [2, template.locales])
    const detached = await patch({ channels: [{ notification_channel_id: mail.id }] })
    assert.deepEqual(
      detached.locales.flatMap((one: any) => one.channels),
      [],
    )
    const attached = await patch({
      channels: [{ notification_channel_id: mail.id }, { notification_channel_id: push.id }],
    })
    assert.deepEqual(
      attached.locales.flatMap((one: any) => one.channels),
      [],
    )
    const without = await patch({ locales: [] })
    assert.deepEqual([without.version, without.locales], [5, []])
    assert.equal((await create(client, { locale: 'de' })).locale, null)
  })

  test('loses the texts of a deleted channel', async () => {
    const { client, push, template } = await prepared()
    assert.equal((await client.call('DELETE', `/api/v1/notification_channels/${push.id}`)).status, 204)
    const { body } = await client.call('GET', `${TEMPLATES}/${template.id}`)
    assert.deepEqual(
      body.message_template.locales.flatMap((one: any) => one.channels),
      [],
    )
    const patched = await client.call('PATCH', `${TEMPLATES}/${template.id}`, { message_template: { name: 'renamed' } })
    assert.deepEqual([patched.status, patched.body.message_template.version], [200, 1])
  })

  test('refuses wrong languages and too many or too long texts, each with its field', async () => {
    const { client, mail } = await prepared()
    const refused = async (locales: unknown[], channels: object[] = []) => {
      const message_template = { name: 'refused', body: 'b', channels, locales }
      const { status, body } = await client.call('POST', TEMPLATES, { message_template })
      assert.equal(status, 422, JSON.stringify(body))
      return Object.entries(body.errors).map(([field, sentences]) => `${field} ${(sentences as string[]).join()}`)
    }
    const wrong = [
      '',
      'd',
      'de DE',
      '__proto__',
      'constructor',
      'de-DE-1996',
      'x-private',
      'de-u-nu-thai',
      'a'.repeat(36),
      'toString',
      '../de',
      'de;q=1',
    ]
    for (const locale of wrong) assert.match((await refused([{ locale }]))[0]!, /^locales\.0\.locale /, locale)
    assert.deepEqual(await refused([{ locale: 'pt-BR' }, { locale: 'pt_br' }]), ['locales has the locale pt-BR twice'])
    const channels = [{ notification_channel_id: mail.id, body: 'x' }]
    assert.deepEqual(await refused([{ locale: 'de', channels }]), [
      'locales.0.channels.0.notification_channel_id is not a channel of the template',
    ])
    const link = [{ notification_channel_id: mail.id, url: 'https://example.com' }]
    assert.deepEqual(await refused([{ locale: 'de', channels: link }], [{ notification_channel_id: mail.id }]), [
      'locales has for de a url on a channel that is not of type in_app',
    ])
    const many = Array.from({ length: 31 }, (_, index) => ({
      locale: `a${String.fromCodePoint(97 + (index % 26))}-${index < 26 ? 'AT' : 'DE'}`,
    }))
    assert.match((await refused(many))[0]!, /^locales /)
    const long = ['de', 'fr', 'it', 'es', 'pt'].map((locale) => ({ locale, body: 'ä'.repeat(120_000) }))
    assert.deepEqual(await refused(long), ['locales has too long texts (maximum is 1 MiB in total)'])
    const broken = await refused([{ locale: 'de', body: 'Hallo\n{% if %}' }])
    assert.match(broken[0]!, /^locales\.0\.body is not valid Liquid: .*line 2/)
  })

  test('refuses a message in something that is not a language', async () => {
    const { client } = await prepared()
    for (const locale of ['english please', '__proto__', 'de-DE-DE', 'a'.repeat(36), 7]) {
      const message = { external_user_id: 'ada', message_template_name: 'trip', locale }
      const { status, body } = await client.call('POST', MESSAGES, { message })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['locale']], String(locale))
    }
  })

  test('in a preview writes dates and numbers in the given locale', async () => {
    const client = await running.client()
    const body = '{{ at | date: "long" }} {{ total | number: 2 }}'
    const render = async (locale: string | null) => {
      const preview = { body, body_format: 'text', locale, message_attributes: attributes }
      return (await client.call('POST', `${TEMPLATES}/preview`, { preview })).body
    }
    assert.equal((await render(null)).preview.body, 'December 24, 2026 1,234.50')
    assert.equal((await render('fr')).preview.body, '24 décembre 2026 1\u202f234,50')
    assert.deepEqual(Object.keys((await render('de-DE-DE')).errors), ['locale'])
  })
})
