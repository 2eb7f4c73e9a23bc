import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { prepareMessages } from '../../../server/test/service.ts'
import { commandsOfOneProcess } from '../../test/command.ts'
import { sharedService } from '../../../server/test/shared-service.ts'

const running = await sharedService()
const createCommand = commandsOfOneProcess()

async function account() {
  const client = await running.client()
  await prepareMessages(client)
  const tidings = createCommand({ TIDINGS_URL: running.service.url!, TIDINGS_API_KEY: client.apiKey })
  const stored = async (name: string) => {
    const { body } = await client.call('GET', `/api/v1/message_templates?name=${encodeURIComponent(name)}`)
    return body.message_templates[0]
  }
  return { client, tidings, stored, path: (name: string) => join(tidings.home, 'templates', name) }
}

test('pull writes files, diff finds a change, push makes it', async () => {
  const { tidings, stored, path } = await account()
  const plan = await tidings.run(['templates', 'pull', '--dry-run'])
  assert.deepEqual(
    [plan.code, plan.stdout],
    [0, 'create  templates/receipt.liquid  receipt\n1 to change, 0 unchanged\n'],
  )
  assert.ok(!existsSync(path('receipt.liquid')))
  assert.equal((await tidings.run(['templates', 'pull'])).code, 0)
  assert.match(readFileSync(path('receipt.liquid'), 'utf8'), /^---\nname: receipt\n/)
  assert.match((await tidings.run(['templates', 'pull'])).stdout, /^0 changed, 1 unchanged\n$/)
  const same = await tidings.run(['templates', 'diff', '--json'])
  assert.deepEqual([same.code, JSON.parse(same.stdout).same], [0, true])

  const before = await stored('receipt')
  const text = readFileSync(path('receipt.liquid'), 'utf8')
  writeFileSync(path('receipt.liquid'), `${text}{{ order.total }}\n`)
  const differs = await tidings.run(['templates', 'diff'])
  assert.equal(differs.code, 1)
  assert.match(differs.stdout, /^--- account\/receipt.*\n\+\+\+ templates\/receipt\.liquid.*\n@@ /)
  assert.match(differs.stdout, /^\+\{\{ order\.total \}\}$/m)
  assert.match((await tidings.run(['templates', 'push', '--dry-run'])).stdout, /^update {2}templates\/receipt\.liquid/)
  assert.deepEqual(await stored('receipt'), before)
  const pushed = await tidings.run(['templates', 'push', '--json'])
  assert.deepEqual(JSON.parse(pushed.stdout), {
    dry_run: false,
    changes: [{ kind: 'update', name: 'receipt', path: 'templates/receipt.liquid' }],
    unchanged: 0,
  })
  const after = await stored('receipt')
  assert.equal(after.body, `${before.body}\n{{ order.total }}`)
  assert.deepEqual(after.channels, before.channels)
  assert.equal((await tidings.run(['templates', 'diff'])).code, 0)
})

test('push creates a template in another account, by the names of channels', async () => {
  const [one, other] = [await account(), await account()]
  await one.tidings.run(['templates', 'pull', one.path('')])
  writeFileSync(one.path('extra.liquid'), '---\nname: extra\nbody_format: text\ntrack_opens: false\n---\nHello\n')
  assert.match((await one.tidings.run(['templates', 'pull'])).stdout, /only here {2}templates\/extra\.liquid/)
  const pushed = await other.tidings.run(['templates', 'push', one.path('')])
  assert.equal(pushed.code, 0, pushed.stderr)
  const { body, track_opens } = await other.stored('extra')
  assert.deepEqual([body, track_opens], ['Hello', false])
  await other.tidings.run(['templates', 'pull'])
  assert.match(readFileSync(other.path('extra.liquid'), 'utf8'), /^track_opens: false$/m)
  const left = await one.tidings.run(['templates', 'diff'])
  assert.deepEqual([left.code, /^--- \/dev\/null/m.test(left.stdout)], [1, true])
})

test('push reports every mistake with its file and line, and changes nothing', async () => {
  const { tidings, stored, path } = await account()
  const before = await stored('receipt')
  mkdirSync(path(''))
  writeFileSync(path('a.liquid'), '---\nname: receipt\nchannels:\n  - channel: Pigeon\n---\nOne\n{% if %}\n')
  writeFileSync(path('b.liquid'), '---\nname: fine\n---\nHello\n')
  const refused = await tidings.run(['templates', 'push', '--json'])
  assert.equal(refused.code, 2)
  assert.match(
    refused.stderr,
    /^templates\/a\.liquid:4: The account has no channel "Pigeon"\ntemplates\/a\.liquid:7: body is not valid Liquid: /,
  )
  const { code, mistakes } = JSON.parse(refused.stdout)
  assert.deepEqual([code, mistakes.length, mistakes[1].line], ['invalid_files', 2, 7])
  writeFileSync(path('c.liquid'), '---\nname: fine\n---\n')
  assert.match(
    (await tidings.run(['templates', 'push'])).stderr,
    /templates\/c\.liquid:2: templates\/b\.liquid has the same template/,
  )
  assert.deepEqual([await stored('receipt'), await stored('fine')], [before, undefined])
  assert.equal((await tidings.run(['templates', 'push', 'nowhere'])).code, 2)
})

test('partials are files too: pull writes them, push creates them before the texts that use them', async () => {
  const [one, other] = [await account(), await account()]
  const partials = {
    a_page: "{% layout 'base' %}Page",
    base: "{% block %}{% endblock %}{% render 'footer' %}",
    footer: 'Bye\n',
  }
  const locales = [{ locale: 'de', text: 'Tschüss' }]
  for (const [name, text] of Object.entries(partials).toReversed()) {
    const partial = { name, text, locales: name === 'footer' ? locales : [] }
    const { status } = await one.client.call('POST', '/api/v1/partials', { partial })
    assert.equal(status, 201)
  }
  const message_template = { name: 'welcome', body: "{% render 'a_page' %}", priority: 'low' }
  await one.client.call('POST', '/api/v1/message_templates', { message_template })
  const pulled = await one.tidings.run(['templates', 'pull'])
  assert.match(pulled.stdout, /^create {2}templates\/partials\/base\.liquid {2}base$/m)
  assert.equal(readFileSync(one.path('partials/footer.liquid'), 'utf8'), 'Bye\n\n')
  assert.equal(readFileSync(one.path('partials/footer.de.liquid'), 'utf8'), 'Tschüss\n')
  assert.match(readFileSync(one.path('welcome.liquid'), 'utf8'), /^priority: low$/m)
  assert.equal((await one.tidings.run(['templates', 'diff'])).code, 0)
  const pushed = await other.tidings.run(['templates', 'push', one.path('')])
  assert.equal(pushed.code, 0, pushed.stderr)
  const { body } = await other.client.call('GET', '/api/v1/partials')
  assert.deepEqual(Object.fromEntries(body.partials.map(({ name, text }: any) => [name, text])), partials)
  assert.deepEqual(body.partials.find(({ name }: any) => name === 'footer').locales, locales)
  const welcome = await other.stored('welcome')
  assert.deepEqual([welcome.body, welcome.priority], ["{% render 'a_page' %}", 'low'])

  writeFileSync(one.path('partials/footer.fr.liquid'), 'Salut\n')
  assert.match((await one.tidings.run(['templates', 'diff'])).stdout, /^\+--- fr\n\+Salut$/m)
  assert.equal((await one.tidings.run(['templates', 'pull'])).code, 0)
  assert.ok(!existsSync(one.path('partials/footer.fr.liquid')))

  writeFileSync(one.path('partials/footer.liquid'), '{{ company }}\n')
  const differs = await one.tidings.run(['templates', 'diff'])
  assert.match(differs.stdout, /^--- account\/footer.*\n\+\+\+ templates\/partials\/footer\.liquid/)
  assert.equal((await one.tidings.run(['templates', 'push'])).code, 0)
  writeFileSync(one.path('partials/footer.liquid'), "Hi\n{% render 'a_page' %}\n")
  const refused = await one.tidings.run(['templates', 'push'])
  assert.equal(refused.code, 2)
  assert.match(
    refused.stderr,
    /^templates\/partials\/footer\.liquid:1: text is part of a cycle: footer → a_page → base → footer/,
  )
  writeFileSync(one.path('partials/Footer.liquid'), '')
  assert.match((await one.tidings.run(['templates', 'push'])).stderr, /Footer\.liquid: A partial has only lower-case/)
})

test('a name of the account leads to no file outside of the folder', async () => {
  const { client, tidings, path } = await account()
  for (const name of ['../../escaped', '/tmp/escaped', 'receipt ', 'RECEIPT']) {
    const message_template = { name, body: 'x' }
    assert.equal((await client.call('POST', '/api/v1/message_templates', { message_template })).status, 201)
  }
  // A link in the folder is replaced, and its target stays.
  mkdirSync(path(''))
  writeFileSync(join(tidings.home, 'target.txt'), '---\nname: receipt\n---\nold\n')
  symlinkSync(join(tidings.home, 'target.txt'), path('receipt.liquid'))
  const pulled = await tidings.run(['templates', 'pull'])
  assert.equal(pulled.code, 0, pulled.stderr)
  assert.equal(readdirSync(path('')).length, 5)
  assert.equal(readFileSync(join(tidings.home, 'target.txt'), 'utf8'), '---\nname: receipt\n---\nold\n')
  assert.equal((await tidings.run(['templates', 'diff'])).code, 0)
})

test('a key for sending cannot read templates', async () => {
  const { client, tidings } = await account()
  const made = await client.call('POST', '/api/v1/api_keys', { api_key: { name: 'Sender', role: 'send' } })
  const { code } = await tidings.run(['templates', 'pull'], { TIDINGS_API_KEY: made.body.api_key.key })
  assert.equal(code, 3)
})
