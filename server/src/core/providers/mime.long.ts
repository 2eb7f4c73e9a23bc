/** Hostile names and values in mails with attachments, judged by Python's parser of mails. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import fc from 'fast-check'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { providerDependencies, sendInput } from '../../../test/send-input.ts'
import { startSes } from '../../../test/vendors/ses.ts'
import { sesProvider } from './ses.ts'

const JUDGE = `
import base64, email, email.policy, json, sys
for line in sys.stdin:
    mail = email.message_from_bytes(base64.b64decode(line), policy=email.policy.default)
    parts = [part for part in mail.walk() if part.get_filename() is not None]
    print(json.dumps({
        "names": sorted(name.lower() for name in mail.keys() if name != "Subject"),
        "x": str(mail["X-Order"]), "files": [base64.b64encode(part.get_content() if isinstance(part.get_content(), bytes) else part.get_content().encode()).decode() for part in parts],
        "types": sorted(set(key.lower() for part in mail.walk() if part is not mail for key in part.keys())),
    }))
`

test('no name or value makes another field, and the bytes of files stay', async () => {
  const vendor = await endAfterTests(startSes())
  const config = { batchWaitMs: 5000, publicUrl: null, providerUrls: new Map(Object.entries(vendor.urls)) }
  const provider = sesProvider.create(providerDependencies({ config }))
  const piece = fc.constantFrom(
    'a',
    '\r\n',
    '\n',
    '\r',
    '\0',
    ' ',
    '\t',
    'Bcc: x@example.com',
    '=?utf-8?B?Cg==?=',
    '"',
    ';',
    '\\',
    'é',
    '\u2028',
    ':',
    '<',
    '>',
  )
  const hostile = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''))
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 })
  const cases = fc.sample(fc.tuple(hostile, hostile, hostile, bytes), 300)
  for (const [filename, subject, name, content] of cases) {
    const file = { filename, contentType: 'application/octet-stream', contentId: null, content: Buffer.from(content) }
    const input = sendInput({
      settings: { ...vendor.settings, from: 'Shop <shop@example.com>' },
      channel: { id: 9, name, type: 'email' },
      to: { email: 'ada@example.com', phone: null, devices: [] },
      ...{ subject, body: name, attachments: [file] },
      content: { email: { headers: [{ name: 'X-Order', value: '42' }] } },
    })
    assert.equal((await provider.send(input)).result, 'accepted')
  }
  await provider.close()
  const raw = vendor.sends.map(({ request }) => request.Content.Raw.Data as string)
  const judged = spawnSync('python3', ['-c', JUDGE], { input: raw.join('\n'), encoding: 'utf8', maxBuffer: 1e8 })
  assert.equal(judged.status, 0, judged.stderr)
  const mails = judged.stdout.trim().split('\n')
  assert.equal(mails.length, cases.length)
  for (const [index, mail] of mails.entries()) {
    const [filename, subject, , content] = cases[index]!
    const { names, x, files, types } = JSON.parse(mail)
    const about = JSON.stringify({ filename, subject })
    assert.deepEqual(
      names,
      ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'to', 'x-order'],
      about,
    )
    assert.equal(x, '42', about)
    assert.deepEqual(types, ['content-disposition', 'content-transfer-encoding', 'content-type'], about)
    assert.deepEqual(files, [Buffer.from(content).toString('base64')], about)
  }
})
