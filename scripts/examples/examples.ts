/**
 * The verification examples of `docs/examples`, each against the vectors and against forged requests. An example runs if
 * its language is on the machine.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { FORGED, GENUINE, STANDARD_SECRET, UNUSABLE_SECRETS } from '../../server/test/hostile/signatures.ts'
import type { SignatureCase } from '../../server/test/hostile/signatures.ts'
import { GO_SDK, PYTHON_SDK } from '../sdks/languages.ts'

interface Case extends SignatureCase {
  expect: boolean | 'refused'
}

const data = JSON.parse(
  readFileSync(new URL('../../server/test/data/signature-vectors.json', import.meta.url), 'utf8'),
) as {
  vectors: { name: string; secret: string; t: number; body?: string; body_base64?: string; expected_header: string }[]
  two_secret_header: { secrets: string[]; t: number; body: string; expected_header: string }
  verify_cases: { name: string; header: string; body: string; secret: string | string[]; now: number; expect: string }[]
}

const base64 = (body: unknown) => (typeof body === 'string' ? Buffer.from(body).toString('base64') : body)

/** Bodies in text form are in base64, because JSON has no bytes. */
const CASES: readonly Case[] = [
  ...data.vectors.map(({ name, secret, t, body, body_base64, expected_header: header }) => {
    const bytes = body_base64 ?? base64(body)
    return { name, header, body: bytes, secrets: secret, now: t, expect: true }
  }),
  ...data.two_secret_header.secrets.map((secret) => {
    const { body, t, expected_header: header } = data.two_secret_header
    return { name: 'two secrets', header, body: base64(body), secrets: secret, now: t, expect: true }
  }),
  ...data.verify_cases.map(({ secret, body, expect, ...rest }) => {
    // The vectors let a secret without its prefix or with a blank match nothing. It is refused earlier.
    const isRefused = ![secret].flat().every((one) => /^whsec_\S+$/.test(one))
    return { ...rest, body: base64(body), secrets: secret, expect: isRefused ? ('refused' as const) : expect === 'ok' }
  }),
  { ...GENUINE, body: base64(GENUINE.body), expect: true },
  {
    ...GENUINE,
    name: 'the notation of Standard Webhooks',
    body: base64(GENUINE.body),
    secrets: STANDARD_SECRET,
    expect: true,
  },
  ...FORGED.map((forged) => ({ ...forged, body: base64(forged.body), expect: false })),
  ...UNUSABLE_SECRETS.map(([name, secrets]) => {
    return {
      ...GENUINE,
      name: `as the secret ${name}`,
      body: base64(GENUINE.body),
      secrets,
      expect: 'refused' as const,
    }
  }),
]

interface Language {
  name: string
  /** Prints its version, or the path of the program to run. */
  probe: [string, ...string[]]
  /** The program, its arguments, and its directory. */
  run(probed: string, t: TestContext): { command: string; args: string[]; cwd: string }
  /** Its compiler needs a minute for the first program. */
  isCompiled?: true
  /** Its JSON knows halves of surrogate pairs. */
  readsHalfPairs: boolean
}

const RUNNERS = fileURLToPath(new URL('.', import.meta.url))
const EXAMPLES = fileURLToPath(new URL('../../docs/examples/', import.meta.url))

/** Go finds a package by its module, so the test makes a module around the example. */
function goModule(t: TestContext): { command: string; args: string[]; cwd: string } {
  const cwd = mkdtempSync(join(tmpdir(), 'tidings-go-'))
  t.after(() => rmSync(cwd, { recursive: true, force: true }))
  mkdirSync(join(cwd, 'webhooks'))
  writeFileSync(join(cwd, 'go.mod'), 'module example\n\ngo 1.18\n')
  copyFileSync(join(EXAMPLES, 'verify.go'), join(cwd, 'webhooks', 'verify.go'))
  copyFileSync(join(RUNNERS, 'run.go'), join(cwd, 'main.go'))
  return { command: 'go', args: ['run', '.'], cwd }
}

/** The SDK in Go has a program for the cases. */
const goSdk = () => ({ command: 'go', args: ['run', './internal/cases'], cwd: GO_SDK })

const script = (command: string, file: string) => ({ command, args: [file], cwd: RUNNERS })

const LANGUAGES: readonly Language[] = [
  {
    name: 'Node',
    probe: [process.execPath, '--version'],
    run: () => script(process.execPath, 'run.mjs'),
    readsHalfPairs: true,
  },
  {
    name: 'Python',
    // The interpreter itself: a shim in front of it may be slow.
    probe: ['python3', '-c', 'import sys; print(sys.executable)'],
    run: (interpreter) => script(interpreter, 'run.py'),
    readsHalfPairs: true,
  },
  { name: 'Ruby', probe: ['ruby', '--version'], run: () => script('ruby', 'run.rb'), readsHalfPairs: false },
  { name: 'Go', isCompiled: true, probe: ['go', 'version'], run: (_version, t) => goModule(t), readsHalfPairs: true },
  {
    name: 'Python, of the SDK',
    probe: ['python3', '-c', 'import sys; assert sys.version_info >= (3, 10); print(sys.executable)'],
    run: (interpreter) => ({
      command: interpreter,
      args: ['-B', '-c', `import sys; sys.path.insert(0, "src"); exec(open("tests/cases.py").read())`],
      cwd: PYTHON_SDK,
    }),
    readsHalfPairs: true,
  },
  { name: 'Go, of the SDK', isCompiled: true, probe: ['go', 'version'], run: goSdk, readsHalfPairs: true },
  { name: 'PHP', probe: ['php', '--version'], run: () => script('php', 'run.php'), readsHalfPairs: false },
]

/** Declares the tests of the languages that compile their programs, or of the others. */
export function testExamples(areCompiled: boolean): void {
  for (const language of LANGUAGES) if ((language.isCompiled ?? false) === areCompiled) testExample(language)
}

function testExample({ name, probe, run, readsHalfPairs }: Language): void {
  test(`the example in ${name} responds as the vectors say, and refuses what is forged`, (t) => {
    const [program, ...argumentsOfProbe] = probe
    const found = spawnSync(program, argumentsOfProbe, { encoding: 'utf8' })
    if (found.error !== undefined || found.status !== 0) {
      t.diagnostic(`NOT TESTED HERE: ${name} is not on this machine`)
      return
    }
    const { command, args, cwd } = run(found.stdout.trim(), t)
    const cases = CASES.filter((one) => readsHalfPairs || typeof one.header !== 'string' || one.header.isWellFormed())
    const ran = spawnSync(command, args, { cwd, input: JSON.stringify(cases), encoding: 'utf8' })
    assert.equal(ran.status, 0, ran.stderr)
    const outcomes = JSON.parse(ran.stdout) as unknown[]
    assert.deepEqual(
      cases.map((one, index) => `${one.name}: ${String(outcomes[index])}`),
      cases.map((one) => `${one.name}: ${String(one.expect)}`),
    )
    assert.equal(outcomes.length, cases.length)
    assert.ok(outcomes.every((outcome) => typeof outcome === 'boolean' || outcome === 'refused'))
  })
}
