/** The verification examples of `docs/examples`, each against the vectors, if its language is on the machine. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

interface Case {
  name: string
  header: string
  body: string | Buffer
  secrets: string[]
  now: number
  expect: string
}

const data = JSON.parse(
  readFileSync(new URL('../server/test/data/signature-vectors.json', import.meta.url), 'utf8'),
) as {
  vectors: { name: string; secret: string; t: number; body?: string; body_base64?: string; expected_header: string }[]
  two_secret_header: { secrets: string[]; t: number; body: string; expected_header: string }
  verify_cases: { name: string; header: string; body: string; secret: string | string[]; now: number; expect: string }[]
}

const cases: Case[] = [
  ...data.vectors.map(({ name, secret, t, body, body_base64, expected_header: header }) => {
    const bytes = body ?? Buffer.from(body_base64!, 'base64')
    return { name, header, body: bytes, secrets: [secret], now: t, expect: 'ok' }
  }),
  ...data.two_secret_header.secrets.map((secret) => {
    const { body, t, expected_header: header } = data.two_secret_header
    return { name: 'two secrets', header, body, secrets: [secret], now: t, expect: 'ok' }
  }),
  ...data.verify_cases.map(({ secret, ...rest }) => ({ ...rest, secrets: [secret].flat() })),
]

/** Stands for what the version printed. */
const PRINTED = ''

const LANGUAGES: [name: string, version: string[], run: string[]][] = [
  ['Node', [process.execPath, '--version'], [process.execPath, 'verify.mjs']],
  // The interpreter itself: a shim in front of it may be slow, and there are many cases.
  ['Python', ['python3', '-c', 'import sys; print(sys.executable)'], [PRINTED, 'verify.py']],
  ['Ruby', ['ruby', '--version'], ['ruby', 'verify.rb']],
  ['Go', ['go', 'version'], ['go', 'run', 'verify.go']],
  ['PHP', ['php', '--version'], ['php', 'verify.php']],
]

for (const [language, version, run] of LANGUAGES)
  test(`the example in ${language} answers as the vectors say`, (t) => {
    const cwd = fileURLToPath(new URL('../docs/examples/', import.meta.url))
    const [program, ...argumentsOfVersion] = version
    const found = spawnSync(program!, argumentsOfVersion, { encoding: 'utf8' })
    if (found.error !== undefined || found.status !== 0) {
      t.diagnostic(`NOT TESTED HERE: ${language} is not on this machine`)
      return
    }
    const [command, ...args] = run.map((word) => (word === PRINTED ? found.stdout.trim() : word))
    for (const { name, header, body, secrets, now, expect } of cases) {
      const answered = spawnSync(command!, [...args, header, String(now), ...secrets], { cwd, input: body })
      assert.equal(answered.stdout.toString().trim(), expect, `${name}: ${answered.stderr.toString()}`)
    }
  })
