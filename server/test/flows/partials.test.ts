/** Layouts and partials: texts of an account that its templates use by their names. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prepareMessages } from '../service.ts'
import type { ApiResponse, Client } from '../service.ts'
import { testService } from '../test-service.ts'

const { database, running } = await testService({ variables: { PUBLIC_URL: 'https://tidings.example.com' } })

const PARTIALS = '/api/v1/partials'
const TEMPLATES = '/api/v1/message_templates'

async function prepared() {
  const client = await running.client()
  const { template, channel } = await prepareMessages(client)
  const call = (method: string, path: string, body?: object): Promise<ApiResponse> => client.call(method, path, body)
  async function partial(name: string, text: string): Promise<number> {
    const { status, body } = await call('POST', PARTIALS, { partial: { name, text } })
    assert.equal(status, 201, JSON.stringify(body))
    return body.partial.id
  }
  const savePartial = (id: number, text: string) => call('PATCH', `${PARTIALS}/${id}`, { partial: { text } })
  const saveTemplate = (fields: object) =>
    call('PATCH', `${TEMPLATES}/${template.id}`, { message_template: { subject: 'S', body_format: 'html', ...fields } })
  async function save(fields: object): Promise<void> {
    const { status, body } = await saveTemplate(fields)
    assert.equal(status, 200, JSON.stringify(body))
  }
  return { client, call, template, channel, partial, savePartial, saveTemplate, save }
}

async function sent(client: Client, fields: object = {}): Promise<any> {
  const message = { external_user_id: 'ada', message_template_name: 'receipt', ...fields }
  const { status, body } = await client.call('POST', '/api/v1/messages', { message })
  assert.equal(status, 201, JSON.stringify(body))
  return body.message
}

const sentBody = async (client: Client, fields: object = {}): Promise<string> =>
  (await sent(client, fields)).rendered_body

function refused({ status, body }: ApiResponse, errors: Record<string, string[]>): void {
  assert.equal(status, 422, JSON.stringify(body))
  assert.deepEqual(body.errors, errors)
}

describe('a partial', () => {
  test('has the language of the texts that use it, and `locale` names it', async () => {
    const { client, call, partial, save } = await prepared()
    const id = await partial('base', '<html lang="{{ locale | default: "en" }}">{% block content %}{% endblock %} Bye')
    const german = '<html lang="{{ locale }}">{% block content %}{% endblock %} Tschüss {% render "base" %}'
    const change = (fields: object) => call('PATCH', `${PARTIALS}/${id}`, { partial: fields })
    refused(await change({ locales: [{ locale: 'de', text: german }] }), {
      'locales.0.text': ['is part of a cycle: base → base'],
    })
    const texts = { locale: 'de', text: german.replace('{% render "base" %}', '') }
    const saved = await change({ locales: [{ ...texts, locale: 'DE' }] })
    assert.deepEqual([saved.body.partial.version, saved.body.partial.locales], [2, [texts]])
    assert.equal((await change({ locales: [texts] })).body.partial.version, 2)
    refused(await change({ locales: [texts, texts] }), { locales: ['has the locale de twice'] })
    refused(await change({ locales: [{ ...texts, locale: 'german' }] }), {
      'locales.0.locale': ['must be a locale like pt-BR'],
    })

    const body = (word: string) => `{% layout 'base' %}{% block content %}${word}{% endblock %}`
    await save({ body: body('Hello'), locales: ['de', 'fr'].map((locale) => ({ locale, body: body(locale) })) })
    assert.equal(await sentBody(client), '<html lang="en">Hello Bye')
    assert.equal(await sentBody(client, { locale: 'de-AT' }), '<html lang="de">de Tschüss ')
    assert.equal(await sentBody(client, { locale: 'fr' }), '<html lang="fr">fr Bye')
    const preview = { body: body('Hallo'), locale: 'de', body_format: 'html' }
    const shown = await call('POST', `${TEMPLATES}/preview`, { preview })
    assert.equal(shown.body.preview.body, '<html lang="de">Hallo Tschüss ')
    const { body: listed } = await call('GET', `${PARTIALS}/${id}/versions`)
    assert.deepEqual(
      listed.versions.map(({ locales }: { locales: object[] }) => locales.length),
      [1, 0],
    )
  })

  test('is made, listed, shown, changed by versions and deleted', async () => {
    const { call, partial, savePartial } = await prepared()
    const id = await partial('footer', 'Acme')
    await partial('base', "{% block content %}{% endblock %}{% render 'footer' %}")
    const { body: listed } = await call('GET', `${PARTIALS}?name=footer`)
    const { created_at, updated_at, ...shown } = (await call('GET', `${PARTIALS}/${id}`)).body.partial
    assert.deepEqual(listed.partials, [{ created_at, updated_at, ...shown }])
    assert.equal(shown.used_by_count, 1)
    assert.deepEqual(
      shown.used_by.map((user: any) => [user.kind, user.name]),
      [['partial', 'base']],
    )
    assert.equal((await savePartial(id, 'Acme, Vienna')).body.partial.version, 2)
    assert.equal((await savePartial(id, 'Acme, Vienna')).body.partial.version, 2, 'the same text makes no version')
    const { body: first } = await call('GET', `${PARTIALS}/${id}/versions?limit=1`)
    const { body: second } = await call('GET', `${PARTIALS}/${id}/versions?cursor=${first.next_cursor}`)
    assert.deepEqual(
      [...first.versions, ...second.versions].map(({ version, text }) => [version, text]),
      [
        [2, 'Acme, Vienna'],
        [1, 'Acme'],
      ],
    )
    const inUse = await call('DELETE', `${PARTIALS}/${id}`)
    assert.deepEqual([inUse.status, inUse.body.code], [409, 'partial_in_use'])
    assert.match(inUse.body.error, /the partial base/)
    assert.equal((await call('DELETE', `${PARTIALS}/${await partial('spare', '')}`)).status, 204)
    await partial('spare', 'The name is free again')
  })

  test('has a name that texts can write', async () => {
    const { call } = await prepared()
    for (const name of ['Footer', 'a b', "a'b", '../a', '-a', '', 'a'.repeat(101)])
      assert.equal((await call('POST', PARTIALS, { partial: { name, text: '' } })).status, 422, name)
  })

  test('has a text that parses', async () => {
    const { call } = await prepared()
    const post = (text: string) => call('POST', PARTIALS, { partial: { name: 'footer', text } })
    refused(await post('{% if a %}'), {
      text: ['is not valid Liquid: tag {% if a %} not closed (line 1, column 1)'],
    })
    for (const tag of ['render', 'layout'])
      refused(await post(`\n {% ${tag} footer %}`), {
        text: [
          `is not valid Liquid: ${tag} needs the name of a partial in quotes: lower-case letters, digits, - and _, for ` +
            `example {% ${tag} 'footer' %} (line 2, column 2)`,
        ],
      })
    for (const text of ["{% include 'a' %}", "{% render '../a' %}", '{% layout none %}', "{% render '{{ a }}' %}"])
      assert.equal((await post(text)).status, 422, text)
  })
})

describe('a message', () => {
  test('is rendered with the partials in force', async () => {
    const { client, partial, savePartial, save } = await prepared()
    const footer = await partial('footer', 'for {{ name }}, {{ user.email }}, {{ plan }}')
    const base = await partial(
      'base',
      "<h1>{% block title %}Acme{% endblock %}</h1>{% block %}{% endblock %} {% render 'footer', name: 'you' %}",
    )
    await save({
      body: "{% assign plan = 'own' %}{% layout 'base' %}{% block title %}Hi{% endblock %}{% block %}Text{% endblock %}",
    })
    const attributes = { message_attributes: [{ name: 'plan', value: 'gold' }] }
    assert.equal(await sentBody(client, attributes), '<h1>Hi</h1>Text for you, delivered@tidings.test, gold')
    assert.equal((await savePartial(footer, '© {{ name }}')).status, 200)
    assert.equal(await sentBody(client), '<h1>Hi</h1>Text © you')
    assert.equal((await savePartial(base, '{% block title %}{% endblock %}!')).status, 200)
    assert.equal(await sentBody(client), 'Hi!')
  })

  test('has values escaped by the format of the body, and gets its own links', async () => {
    const { client, channel, partial, save } = await prepared()
    await partial('line', '{{ x }} {% if preferences_url != "" %}link{% endif %}')
    const text = "{% render 'line' %}"
    await save({
      subject: text,
      body: text,
      channels: [{ notification_channel_id: channel.id, subject: `own ${text}` }],
    })
    const message = await sent(client, { message_attributes: [{ name: 'x', value: '<b>' }] })
    assert.deepEqual([message.rendered_subject, message.rendered_body], ['<b> link', '&lt;b&gt; link'])
    const shown = await client.call('GET', `/api/v1/messages/${message.id}/render_message`)
    assert.equal(shown.body.channels[0].subject, 'own <b> link')
    await save({ body_format: 'text' })
    const plain = await sent(client, { message_attributes: [{ name: 'x', value: '<b>' }] })
    assert.equal(plain.rendered_body, '<b> link')
  })

  test('has them in each language, with its dates and numbers', async () => {
    const { client, partial, save } = await prepared()
    await partial('total', '{{ n | number }}')
    await save({ body: "Total {% render 'total' %}", locales: [{ locale: 'de', body: "Summe {% render 'total' %}" }] })
    const attributes = { message_attributes: [{ name: 'n', value: 1234.5 }] }
    assert.equal(await sentBody(client, { ...attributes, locale: 'de' }), 'Summe 1.234,5')
    assert.equal(await sentBody(client, attributes), 'Total 1,234.5')
  })

  test('of a batch has them too', async () => {
    const { client, call, partial, save } = await prepared()
    await partial('footer', 'Bye')
    await save({ body: "{% render 'footer' %}" })
    await call('POST', TEMPLATES, { message_template: { name: 'plain', body: 'Plain' } })
    const message = { external_user_id: 'ada', message_template_name: 'receipt' }
    const messages = [message, { ...message, message_template_name: 'plain' }, message]
    const { status, body } = await client.call('POST', '/api/v1/messages/batch', { messages })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(
      body.results.map((result: any) => result.message.rendered_body),
      ['Bye', 'Plain', 'Bye'],
    )
  })
})

describe('a template', () => {
  test('uses only partials that exist', async () => {
    const { call, saveTemplate, save, partial } = await prepared()
    const missing = (field: string, place: string) => ({
      [field]: [`is not valid: the partial footer does not exist ${place}`],
    })
    refused(await saveTemplate({ body: "Hi\n  {% render 'footer' %}" }), missing('body', '(line 2, column 3)'))
    refused(await saveTemplate({ subject: "{% render 'footer' %}" }), missing('subject', '(line 1, column 1)'))
    const locales = [{ locale: 'de', body: "{% layout 'footer' %}" }]
    refused(await saveTemplate({ locales }), missing('locales.0.body', '(line 1, column 1)'))
    const created = { name: 'new', body: "{% liquid\nrender 'footer'\n%}" }
    refused(await call('POST', TEMPLATES, { message_template: created }), missing('body', '(line 2, column 1)'))
    await save({ body: "{% raw %}{% render 'footer' %}{% endraw %}" })
    await partial('footer', 'Bye')
    await save({ body: "{% render 'footer' %}" })
    await save({ subject: 'The unchanged body keeps its partial' })
    const [{ used_by_count }] = (await call('GET', PARTIALS)).body.partials
    assert.equal(used_by_count, 1)
  })

  test('frees a partial by its next version or its end, and a restored version is checked like a new one', async () => {
    const { client, call, template, partial, save, saveTemplate } = await prepared()
    const body = "{% render 'footer' %}"
    const footer = await partial('footer', 'Bye')
    await save({ body })
    assert.equal((await call('DELETE', `${PARTIALS}/${footer}`)).status, 409)
    await save({ body: 'No footer' })
    assert.equal((await call('DELETE', `${PARTIALS}/${footer}`)).status, 204)
    assert.equal((await saveTemplate({ body })).status, 422)
    const next = await partial('footer', 'Bye again')
    await save({ body })
    assert.equal(await sentBody(client), 'Bye again')
    assert.equal((await call('DELETE', `${TEMPLATES}/${template.id}`)).status, 204)
    assert.equal((await call('DELETE', `${PARTIALS}/${next}`)).status, 204)
  })
})

describe('partials within partials', () => {
  test('form no cycle', async () => {
    const { partial, savePartial } = await prepared()
    const footer = await partial('footer', '')
    await partial('base', "{% render 'footer' %}")
    await partial('page', "{% layout 'base' %}")
    refused(await savePartial(footer, "{% render 'footer' %}"), {
      text: ['is part of a cycle: footer → footer'],
    })
    refused(await savePartial(footer, "{% for i in (1..2) %}{% render 'page' %}{% endfor %}"), {
      text: ['is part of a cycle: footer → page → base → footer'],
    })
    assert.equal((await savePartial(footer, "{% comment %}{% render 'footer' %}{% endcomment %}")).status, 200)
  })

  test('form no cycle if both are saved at once', async () => {
    const { call, partial, savePartial } = await prepared()
    const [a, b] = [await partial('a', ''), await partial('b', '')]
    for (let round = 0; round < 5; round++) {
      const saved = await Promise.all([
        savePartial(a, `${round}{% render 'b' %}`),
        savePartial(b, `${round}{% render 'a' %}`),
      ])
      assert.deepEqual(
        saved.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 422],
      )
      await Promise.all([savePartial(a, ''), savePartial(b, '')])
    }
    const { partials } = (await call('GET', PARTIALS)).body
    assert.deepEqual(
      partials.map((one: any) => one.used_by_count),
      [0, 0],
    )
  })

  test('are never deleted while a template begins to use them', async () => {
    const { client, call, partial, saveTemplate, save } = await prepared()
    for (let round = 0; round < 5; round++) {
      const id = await partial('footer', 'Bye')
      const [saved, deleted] = await Promise.all([
        saveTemplate({ body: `${round}{% render 'footer' %}` }),
        call('DELETE', `${PARTIALS}/${id}`),
      ])
      assert.deepEqual([saved.status, deleted.status], saved.status === 200 ? [200, 409] : [422, 204])
      if (saved.status !== 200) continue
      assert.equal(await sentBody(client), `${round}Bye`)
      await save({ body: 'None' })
      assert.equal((await call('DELETE', `${PARTIALS}/${id}`)).status, 204)
    }
  })

  test('have at most five levels, counted from both ends', async () => {
    const { partial, savePartial } = await prepared()
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const [index, name] of names.entries())
      await partial(name, index === 0 ? 'a' : `{% render '${names[index - 1]}' %}`)
    const low = await partial('low', '')
    const top = await partial('top', '')
    const tooDeep = (chain: string) => ({ text: [`nests partials too deeply (maximum is 5): ${chain}`] })
    refused(await savePartial(top, "{% render 'e' %}"), tooDeep('top → e → d → c → b → a'))
    await savePartial(top, "{% render 'low' %}")
    refused(await savePartial(low, "{% render 'd' %}"), tooDeep('top → low → d → c → b → a'))
    assert.equal((await savePartial(low, "{% render 'c' %}")).status, 200)
  })

  test('have at most 1 MiB in total, and there are at most 100', async () => {
    const { client, call, partial } = await prepared()
    const quarter = 'x'.repeat(256 * 1024)
    const ids = [await partial('a', quarter), await partial('b', quarter), await partial('c', quarter)]
    await partial('d', quarter.slice(1))
    refused(await call('POST', PARTIALS, { partial: { name: 'e', text: 'é' } }), {
      text: ['is too long together with the other partials of the account (maximum is 1 MiB in total)'],
    })
    await call('DELETE', `${PARTIALS}/${ids[0]}`)
    await database.pool.query({
      text: `with filled as (
          insert into partials (bucket, account_id, name, version, created_at, updated_at)
          select $1, $2, 'p' || n, 1, now(), now() from generate_series(1, 97) n returning bucket, account_id, id
        )
        insert into partial_versions (bucket, account_id, partial_id, version, text, created_at)
        select bucket, account_id, id, 1, '', now() from filled`,
      values: [client.bucket, client.accountId],
    })
    const { status, body } = await call('POST', PARTIALS, { partial: { name: 'more', text: '' } })
    assert.deepEqual([status, body.code], [409, 'limit_reached'])
  })
})

describe('a preview', () => {
  const preview = (
    { call }: { call: (method: string, path: string, body: object) => Promise<ApiResponse> },
    fields: object,
  ) => call('POST', `${TEMPLATES}/preview`, { preview: { subject: '', body_format: 'html', ...fields } })

  test('of unsaved texts has the stored partials, and all names that they read', async () => {
    const account = await prepared()
    await account.partial('footer', '{{ name }} {{ company }} {{ order.id }}')
    await account.partial('base', "{{ brand }}{% block %}{% endblock %}{% render 'footer', company: brand %}")
    const body = "{% layout 'base', brand: shop %}{% assign order = 1 %}{% render 'footer', name: 'A', company: 'B' %}"
    const { status, body: response } = await preview(account, {
      body,
      message_attributes: [{ name: 'shop', value: '<Acme>' }],
    })
    assert.equal(status, 200, JSON.stringify(response))
    assert.equal(response.preview.body, '&lt;Acme&gt;A B  &lt;Acme&gt; ')
    assert.deepEqual(response.preview.names.toSorted(), ['name', 'order.id', 'shop'])
    assert.deepEqual(response.preview.unknown_names.toSorted(), ['name', 'order.id'])
  })

  test('has unsaved partials instead of the stored ones', async () => {
    const account = await prepared()
    await account.partial('footer', 'stored')
    await account.partial('base', "{% block %}{% endblock %} {% render 'footer' %}")
    const body = "{% layout 'base' %}Hi"
    const unsaved = [
      { name: 'footer', text: "new {% render 'logo' %}" },
      { name: 'logo', text: 'logo' },
    ]
    const changed = await preview(account, { body, partials: unsaved })
    assert.equal(changed.body.preview?.body, 'Hi new logo', JSON.stringify(changed.body))
    assert.equal((await preview(account, { body })).body.preview.body, 'Hi stored')
    refused(await preview(account, { body, partials: [{ name: 'footer', text: "{% render 'base' %}" }] }), {
      'partials.0.text': ['is part of a cycle: footer → base → footer'],
    })
    refused(await preview(account, { body, partials: unsaved.slice(0, 1) }), {
      'partials.0.text': ['is not valid: the partial logo does not exist (line 1, column 5)'],
    })
    refused(await preview(account, { body, partials: [...unsaved, unsaved[0]] }), {
      partials: ['has the partial footer twice'],
    })
    refused(await preview(account, { body: "{% render 'none' %}" }), {
      body: ['is not valid: the partial none does not exist (line 1, column 1)'],
    })
  })

  test('of a message has the partials of its template', async () => {
    const { call, partial, save } = await prepared()
    await partial('footer', '{{ gone }}Bye')
    await save({ body: "{% render 'footer' %}" })
    const message = { external_user_id: 'ada', message_template_name: 'receipt' }
    const { status, body } = await call('POST', '/api/v1/messages/preview', { message })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.preview.body, 'Bye')
    assert.deepEqual(body.preview.unknown_names, ['gone'])
  })
})

test('a partial belongs to its account', async () => {
  const [one, other] = [await prepared(), await prepared()]
  await one.partial('footer', 'One')
  await one.save({ body: "{% render 'footer' %}" })
  assert.equal((await other.saveTemplate({ body: "{% render 'footer' %}" })).status, 422)
  await other.partial('footer', 'Other')
  await other.save({ body: "{% render 'footer' %}" })
  assert.deepEqual([await sentBody(one.client), await sentBody(other.client)], ['One', 'Other'])
})
