/**
 * Invariant 11 with SMTP: kill -9 during a thousand sends. No message is lost. If a response was lost, the message is
 * sent again with the same content, files included.
 */
import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startProcess } from '../process.ts'
import { seededRandom } from '../random.ts'
import { call, until } from '../service.ts'
import { startSmtp } from '../vendors/smtp.ts'
import type { Vendor } from '../vendors/vendor.ts'

const API_KEY = `sk_${'m'.repeat(43)}`
const MESSAGES = 1_000
/** Of these, so many have a file. */
const WITH_FILE = 100
const KILLS = 4
const VARIABLES = {
  BOOTSTRAP_API_KEY: API_KEY,
  PROVIDER_ALLOW_CIDRS: '127.0.0.0/8',
  SEND_RETRY_SCHEDULE: '50ms,50ms,50ms,50ms,50ms',
  SWEEP_INTERVAL: '1s',
  API_RATE_LIMIT: '0',
  LOG_LEVEL: 'fatal',
}

/** Waits for mails at the mail server, and can hold its responses. */
function watch(vendor: Vendor) {
  let onTaken: () => void = () => {}
  let held: Promise<void> | null = null
  vendor.onAccepted = async () => {
    onTaken()
    if (held !== null) await held
  }
  /** Resolves after `count` mails in total. */
  const mails = (count: number) =>
    new Promise<void>((resolve) => {
      onTaken = () => {
        if (vendor.sends.length >= count) resolve()
      }
      onTaken()
    })
  return {
    mails,
    /** Resolves when a mail has arrived and its response is held. Returns a function for releasing the responses. */
    async holdResponses(): Promise<() => void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      await mails(vendor.sends.length + 1)
      return () => {
        held = null
        resolve()
      }
    },
  }
}

test(`${MESSAGES} mails and ${KILLS} times kill -9: none is lost, a repeated one has the same Message-ID`, async (context) => {
  const seed = Number(process.env['CRASH_SEED'] ?? randomInt(2 ** 31))
  context.diagnostic(`CRASH_SEED=${seed} repeats the moments`)
  const random = seededRandom(seed).next
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-smtp-crash-'))
  context.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const vendor = await startSmtp()
  context.after(() => vendor.close())
  const server = watch(vendor)

  let service = await startProcess(dataDir, VARIABLES)
  context.after(() => service.stop())
  const api = (method: string, path: string, body?: object) =>
    call(service.url, API_KEY, method, `/api/v1/${path}`, body)
  const channelFields = { name: 'Mail', channel_type: 'email', provider: 'smtp', settings: vendor.settings }
  const channel = await api('POST', 'notification_channels', { notification_channel: channelFields })
  const channels = [{ notification_channel_id: channel.body.notification_channel.id }]
  const template = { name: 'receipt', subject: 'Hi', body: 'Hi {{ user.email }}', body_format: 'text', channels }
  assert.equal((await api('POST', 'message_templates', { message_template: template })).status, 201)
  const messages = Array.from({ length: MESSAGES }, (_, number) => {
    const email = `ada${number}@example.com`
    return { external_user_id: email, notification_user: { email }, message_template_name: 'receipt' }
  })
  const files = new Map<string, string>()
  for (const message of messages.splice(0, WITH_FILE)) {
    const content = randomBytes(40).toString('base64')
    files.set(message.external_user_id, content)
    const attachments = [{ filename: 'a.bin', content_type: 'application/octet-stream', content }]
    assert.equal((await api('POST', 'messages', { message: { ...message, attachments } })).status, 201)
  }
  const created = await api('POST', 'messages/batch', { messages })
  assert.equal(created.body.results.filter((result: any) => result.message !== undefined).length, messages.length)

  for (let kills = 1; kills <= KILLS; kills++) {
    // A random place in this part of the thousand.
    await server.mails(Math.floor(((kills - 1 + random()) * MESSAGES) / (KILLS + 1)) + 1)
    const letGo = await server.holdResponses()
    await service.kill(random() < 0.3)
    letGo()
    service = await startProcess(dataDir, VARIABLES)
  }
  const distinct = () => new Map(vendor.sends.map((send) => [send.providerMessageId, send.to]))
  for (let count = MESSAGES; distinct().size < MESSAGES; count = vendor.sends.length + 1) await server.mails(count)
  const pending = ['queued', 'retrying', 'scheduled', 'failed']
  for (const status of pending)
    await until(
      () => api('GET', `deliveries?status=${status}&limit=200`),
      ({ body }) => body.deliveries.length === 0 && body.next_cursor === null,
    )

  assert.equal(distinct().size, MESSAGES)
  assert.equal(new Set(distinct().values()).size, MESSAGES)
  const repeated = vendor.sends.length - MESSAGES
  context.diagnostic(
    `${vendor.sends.length} mails taken of ${MESSAGES} messages: ${repeated} repeated, each with its Message-ID`,
  )
  for (const { to, text } of vendor.sends) assert.equal(/a\.bin[^]*?\r\n\r\n(\S+)/.exec(text)?.[1], files.get(to), to)
  assert.deepEqual(vendor.violations, [])
})
