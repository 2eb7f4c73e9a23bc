/** A reader starts the first program of a guide more than once. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { prepareWelcome } from '../../sdk/test/welcome.ts'
import { ROOT } from '../builds.ts'
import { readMarkdown } from '../markdown.ts'
import { sharedApi } from '../../server/test/shared-service.ts'

const running = await sharedApi()

test('the first program of the TypeScript guide runs twice', async () => {
  const client = await running.client()
  await prepareWelcome(client)
  const { blocks } = readMarkdown(readFileSync(join(ROOT, 'docs/guides/typescript.md'), 'utf8'))
  const { text } = blocks.find(({ language }) => language === 'ts')!
  const env = { ...process.env, TIDINGS_URL: running.service.url!, TIDINGS_API_KEY: client.apiKey }
  const args = ['--input-type=module-typescript', '--eval', text]
  for (let run = 1; run <= 2; run++) {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env })
    assert.equal(stdout, 'number true\ntrue\n')
  }
})
