/** The samples in Python and Go of the guides run, each page as a new reader. */
import assert from 'node:assert/strict'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { prepareWelcome } from '../../sdk/test/welcome.ts'
import { ROOT } from '../builds.ts'
import { readMarkdown } from '../markdown.ts'
import { GO_SDK, PYTHON_SDK, pythonWith } from './languages.ts'
import { directory, execute, NO_GO, NO_PYTHON, python, pythonEnvironment, running } from './long-setup.ts'

const SAMPLES = globSync('docs/guides/*.md', { cwd: ROOT }).flatMap((path) => {
  const { blocks } = readMarkdown(readFileSync(join(ROOT, path), 'utf8'))
  return blocks
    .filter(({ marks }) => marks.includes('tab'))
    .map(({ language, line, text }) => ({ path, language, line, text }))
})

/** The samples of one page may need the recipients of others. */
async function variables(): Promise<NodeJS.ProcessEnv> {
  const client = await running.client()
  await prepareWelcome(client)
  const notification_user = { email: 'delivered@tidings.test' }
  await client.call('PUT', '/api/v1/notification_users/by_external_id/lists-1', { notification_user })
  return { ...process.env, TIDINGS_URL: running.service.url!, TIDINGS_API_KEY: client.apiKey }
}

const of = (language: string) => SAMPLES.filter((sample) => sample.language === language)

test('every sample is in all languages', () => {
  const places = (language: string) => of(language).map(({ path }) => path)
  for (const language of ['ts', 'python', 'go']) assert.deepEqual(places(language), places('sh'))
  assert.ok(of('go').length > 0)
})

test('the samples in Python run', { skip: NO_PYTHON }, async () => {
  const program = join(pythonWith(python!, 'test'), 'python')
  const env = { ...(await variables()), ...pythonEnvironment }
  for (const { path, line, text } of of('python')) {
    const { stdout } = await execute(program, ['-c', text], { cwd: PYTHON_SDK, env })
    assert.notEqual(stdout, '', `${path}:${line}`)
  }
})

/** A sample is the inside of a function. */
const programOf = (text: string) => `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	tidings "github.com/tidings-owner/tidings/sdks/go"
	"github.com/tidings-owner/tidings/sdks/go/api"
)

var _ api.Message

func main() {
	ctx := context.Background()
${text}
}
`

test('the samples in Go run', { skip: NO_GO }, async (t) => {
  const env = await variables()
  // Only a folder of the module may use it without the module proxy. Its name begins with `_`, so other commands skip it.
  const folder = join(GO_SDK, `_samples-${process.pid}`)
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [index, { path, line, text }] of of('go').entries()) {
    mkdirSync(join(folder, String(index)), { recursive: true })
    writeFileSync(join(folder, String(index), 'main.go'), programOf(text))
    const file = `./${join(`_samples-${process.pid}`, String(index), 'main.go')}`
    const { stdout } = await execute('go', ['run', file], { cwd: GO_SDK, env: { ...env, TMPDIR: directory } })
    assert.notEqual(stdout, '', `${path}:${line}`)
  }
})
