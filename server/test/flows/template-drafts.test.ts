/** A draft of a template, which the members of an account share, and its way into use. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeMember, signInAs } from '../members.ts'
import { prepareMessages } from '../service.ts'
import type { ApiResponse } from '../service.ts'
import { sharedApi } from '../shared-service.ts'

const running = await sharedApi()
const { database } = running

/** An account with a template, and two of its members. */
async function prepared() {
  const client = await running.client()
  const { template, channel } = await prepareMessages(client)
  const ada = await signInAs(running, await makeMember(database, client, 'owner'))
  const bob = await signInAs(running, await makeMember(database, client, 'developer'))
  const path = `/api/v1/message_templates/${template.id}`
  const fields = {
    name: 'receipt',
    subject: 'New {{ order.id }}',
    body: 'Unfinished {% if',
    body_format: 'text',
    track_opens: true,
    channels: [{ notification_channel_id: channel.id, subject: null, body: 'Short', url: null }],
    locales: [{ locale: 'de', subject: 'Neu', body: null, channels: [] }],
    topic: null,
  }
  const save = (member: typeof ada, more: object = {}): Promise<ApiResponse> =>
    member.call('PUT', `${path}/draft`, { draft: { ...fields, ...more } })
  const publish = (member: typeof ada, more: object = {}): Promise<ApiResponse> =>
    member.call('PATCH', path, { message_template: { body: 'Finished', ...more } })
  const draft = (): Promise<ApiResponse> => client.call('GET', `${path}/draft`)
  const shown = async () => (await client.call('GET', path)).body.message_template
  return { client, template, channel, ada, bob, path, fields, save, publish, draft, shown }
}

const told = ({ status, body }: ApiResponse) => [status, body?.code]

describe('a draft', () => {
  test('has all fields of the template, may have mistakes, and leaves the version in use as it is', async () => {
    const { ada, fields, template, client, save, draft, shown } = await prepared()
    assert.deepEqual(told(await draft()), [404, 'not_found'])
    const saved = await save(ada)
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    assert.deepEqual(saved.body.draft, {
      ...fields,
      based_on_version: 1,
      revision: 1,
      updated_at: saved.body.draft.updated_at,
      updated_by: `member:${ada.id}`,
      updated_by_name: ada.email,
    })
    assert.deepEqual((await draft()).body, saved.body)
    assert.deepEqual(await shown(), { ...template, draft_revision: 1 })
    const listed = await client.call('GET', '/api/v1/message_templates')
    assert.deepEqual(
      listed.body.message_templates.map((one: any) => one.draft_revision),
      [1],
    )
    const message = { external_user_id: 'ada', message_template_name: 'receipt' }
    const sent = await client.call('POST', '/api/v1/messages', { message })
    assert.deepEqual([sent.status, sent.body.message.rendered_subject], [201, 'Order'])
  })

  test('names its last author, also an API key, and no removed one', async () => {
    const { ada, client, path, fields, save, draft } = await prepared()
    const byKey = await client.call('PUT', `${path}/draft`, { draft: fields })
    assert.match(byKey.body.draft.updated_by, /^api_key:\d+$/)
    assert.equal(byKey.body.draft.updated_by_name, 'Test')
    await save(ada)
    await database.pool.query({ text: 'delete from member_sessions where member_id = $1', values: [ada.id] })
    await database.pool.query({ text: 'delete from members where id = $1', values: [ada.id] })
    const { updated_by, updated_by_name } = (await draft()).body.draft
    assert.deepEqual([updated_by, updated_by_name], [`member:${ada.id}`, null])
  })

  test('is refused with 422 on a name, a size, a channel or a version that a template cannot have', async () => {
    const { ada, channel, save, draft } = await prepared()
    const own = { notification_channel_id: channel.id }
    const cases: [field: string, more: object][] = [
      ['name', { name: '' }],
      ['name', { name: undefined }],
      ['subject', { subject: 'a\r\nBcc: b@example.com' }],
      ['body', { body: 'x'.repeat(262_145) }],
      ['channels', { channels: [{ notification_channel_id: 999_999_999 }] }],
      ['channels', { channels: [own, own] }],
      ['channels.0.url', { channels: [{ ...own, url: 'https://example.com' }] }],
      ['locales.0.locale', { locales: [{ locale: 'german' }] }],
      ['locales', { locales: [0, 1, 2, 3, 4].map((n) => ({ locale: `a${'abcde'[n]}`, body: 'x'.repeat(250_000) })) }],
      ['based_on_version', { based_on_version: 2 }],
      ['based_on_version', { based_on_version: 0 }],
      ['revision', { revision: 2 ** 31 }],
    ]
    for (const [field, more] of cases) {
      const response = await save(ada, more)
      assert.deepEqual(
        [response.status, Object.keys(response.body.errors)],
        [422, [field]],
        JSON.stringify(response.body),
      )
    }
    assert.equal((await draft()).status, 404)
  })

  test('is discarded, and its revisions go on', async () => {
    const { ada, bob, path, save, draft, shown } = await prepared()
    await save(ada)
    assert.deepEqual(told(await bob.call('DELETE', `${path}/draft?revision=2`)), [409, 'draft_changed'])
    assert.equal((await draft()).body.draft.revision, 1)
    assert.equal((await bob.call('DELETE', `${path}/draft?revision=1`)).status, 204)
    assert.deepEqual(told(await bob.call('DELETE', `${path}/draft`)), [404, 'not_found'])
    assert.equal((await shown()).draft_revision, null)
    // Ada has not seen that her draft is gone.
    assert.deepEqual(told(await save(ada, { revision: 1 })), [409, 'draft_changed'])
    const again = await save(bob, { revision: 0 })
    assert.deepEqual([again.status, again.body.draft.revision], [200, 2])
    assert.deepEqual(told(await save(ada, { revision: 1 })), [409, 'draft_changed'])
  })

  test('goes with its template', async () => {
    const { client, ada, path, save, draft } = await prepared()
    await save(ada)
    assert.equal((await client.call('DELETE', path)).status, 204)
    assert.deepEqual(told(await draft()), [404, 'not_found'])
    assert.deepEqual(told(await save(ada)), [404, 'not_found'])
    const { rows } = await database.pool.query('select from template_drafts where account_id = $1', [client.accountId])
    assert.equal(rows.length, 0)
  })
})

describe('two members', () => {
  test('who save at the same time do not replace the draft of each other', async () => {
    const { ada, bob, save, draft } = await prepared()
    const first = await Promise.all([
      save(ada, { revision: 0, subject: 'A' }),
      save(bob, { revision: 0, subject: 'B' }),
    ])
    assert.deepEqual(
      first.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    )
    const winner = first.find(({ status }) => status === 200)!.body.draft
    assert.deepEqual((await draft()).body.draft, winner)
    const rounds = await Promise.all(
      [1, 2, 3, 4].map((n) => save(n % 2 === 0 ? ada : bob, { revision: 1, subject: String(n) })),
    )
    assert.deepEqual(
      rounds.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409],
    )
    assert.equal((await draft()).body.draft.revision, 2)
    // Without a revision, the last one replaces the others.
    assert.equal((await save(bob, { subject: 'mine' })).body.draft.revision, 3)
  })

  test('of whom one publishes while the other saves: either the save or the publication fails', async () => {
    const { ada, bob, save, publish, draft, shown } = await prepared()
    for (let round = 0; round < 5; round++) {
      const { revision } = (await save(ada)).body.draft
      const before = await shown()
      const [published, saved] = await Promise.all([
        publish(ada, { draft_revision: revision, subject: `Round ${round}` }),
        save(bob, { revision }),
      ])
      const isPublished = published.status === 200
      assert.deepEqual([published.status, saved.status], isPublished ? [200, 409] : [409, 200])
      assert.equal((await draft()).status, isPublished ? 404 : 200)
      const after = await shown()
      assert.equal(after.version, before.version + (isPublished ? 1 : 0))
      assert.equal(after.draft_revision, isPublished ? null : saved.body.draft.revision)
    }
  })
})

describe('a publication', () => {
  test('puts the texts in use and removes the draft, both or neither', async () => {
    const { ada, save, publish, draft, shown, template } = await prepared()
    const { revision } = (await save(ada)).body.draft
    const refused = await publish(ada, { draft_revision: revision, body: '{% if' })
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['body']])
    const taken = await publish(ada, { draft_revision: revision, topic: 'nothing' })
    assert.deepEqual([taken.status, Object.keys(taken.body.errors)], [422, ['topic']])
    assert.equal((await draft()).body.draft.revision, revision)
    assert.deepEqual(await shown(), { ...template, draft_revision: revision })

    const published = await publish(ada, { draft_revision: revision })
    assert.equal(published.status, 200, JSON.stringify(published.body))
    const { version, body, draft_revision } = published.body.message_template
    assert.deepEqual([version, body, draft_revision], [2, 'Finished', null])
    assert.equal((await draft()).status, 404)
    assert.deepEqual(told(await publish(ada, { draft_revision: revision })), [409, 'draft_changed'])
  })

  test('that changes no text removes the draft too, and a change without its revision keeps it', async () => {
    const { ada, save, publish, draft } = await prepared()
    const { revision } = (await save(ada)).body.draft
    assert.equal((await publish(ada)).body.message_template.draft_revision, revision)
    assert.equal((await draft()).body.draft.based_on_version, 1)
    const published = (await publish(ada, { draft_revision: revision })).body.message_template
    assert.deepEqual([published.version, published.draft_revision], [2, null])
  })

  test('of a version that is no longer in use is refused if the caller names it', async () => {
    const { ada, bob, save, publish, draft, shown } = await prepared()
    const { revision } = (await save(ada, { based_on_version: 1 })).body.draft
    const both = await Promise.all([
      publish(ada, { based_on_version: 1, subject: 'A' }),
      publish(bob, { based_on_version: 1, subject: 'B' }),
    ])
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    )
    assert.deepEqual(told(await publish(ada, { draft_revision: revision, based_on_version: 1 })), [
      409,
      'version_changed',
    ])
    assert.equal((await draft()).body.draft.revision, revision)
    const published = await publish(ada, { draft_revision: revision, based_on_version: 2, subject: 'C' })
    assert.deepEqual([published.status, (await shown()).version], [200, 3])
  })

  test('is no part of a new template', async () => {
    const { client } = await prepared()
    for (const field of ['draft_revision', 'based_on_version']) {
      const message_template = { name: 'other', body: 'b', [field]: 1 }
      const response = await client.call('POST', '/api/v1/message_templates', { message_template })
      assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, [field]])
    }
  })
})
