/** The files for deploying agree with the configuration, with each other, and with the version of the product. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { SETTINGS } from '../server/src/platform/config/settings.ts'
import { ROOT } from './builds.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const COMPOSE = read('compose.yaml')
const DOCKERFILE = read('Dockerfile')
const VALUES = read('deploy/helm/tidings/values.yaml')
const TEMPLATES = globSync('deploy/helm/tidings/templates/*', { cwd: ROOT }).map(read).join('\n')
const SMTP_UNIT = read('deploy/systemd/smtp.conf')
const [UNIT, TEMPLATE_UNIT] = ['tidings', 'tidings@'].map((name) => read(`deploy/systemd/${name}.service`)) as [
  string,
  string,
]

/** The first groups of all matches. */
const allOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!)

/** The lines of a block of YAML below its head, by their deeper indent. */
function blockOf(yaml: string, head: RegExp): string {
  const lines = yaml.split('\n')
  const start = lines.findIndex((line) => head.test(line))
  assert.notEqual(start, -1, `${head}`)
  const indent = lines[start]!.search(/\S/)
  const end = lines.findIndex((line, index) => index > start && line.trim() !== '' && line.search(/\S/) <= indent)
  return lines.slice(start + 1, end === -1 ? undefined : end).join('\n')
}

const keysOf = (yaml: string) => allOf(yaml, /^ *([A-Z][A-Z_]+):/gm)

test('every variable is one of the configuration', () => {
  const settings = Object.values(SETTINGS)
  const known = settings.map(({ variable }) => variable)
  const secret = settings.filter(({ kind }) => kind.secret).map(({ variable }) => variable)
  const allowed = new Set([...known, ...secret.map((name) => `${name}_FILE`), 'NODE_ENV'])
  const places = {
    Dockerfile: allOf(DOCKERFILE, /^ENV (.+)$/gm).flatMap((line) => allOf(line, /(\w+)=/g)),
    'compose.yaml': keysOf(blockOf(blockOf(COMPOSE, /^ {2}tidings:/), /environment:/)),
    'values.yaml, config': keysOf(blockOf(VALUES, /^config:/)),
    'values.yaml, secret': keysOf(blockOf(VALUES, /^secret:/)),
    templates: allOf(TEMPLATES, /\{ name: ([A-Z_]+), value:/g),
    'tidings.service': allOf(UNIT, /^Environment=(\w+)=/gm),
    'tidings@.service': allOf(TEMPLATE_UNIT, /^Environment=(\w+)=/gm),
    'smtp.conf': allOf(SMTP_UNIT, /^Environment=(\w+)=/gm),
  }
  for (const [place, names] of Object.entries(places)) {
    assert.ok(names.length > 0, place)
    assert.deepEqual(
      names.filter((name) => !allowed.has(name)),
      [],
      place,
    )
  }
  for (const name of places['values.yaml, secret']) assert.ok(secret.includes(name), name)
  // A secret does not belong into a list of plain values.
  for (const name of places['values.yaml, config']) assert.ok(!secret.includes(name), name)
})

test('every version is that of the product', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const chart = read('deploy/helm/tidings/Chart.yaml')
  assert.deepEqual(allOf(chart, /^(?:version|appVersion): (.+)$/gm), [version, version])
  assert.deepEqual(allOf(COMPOSE, /image: tidings:(\S+)/g), [version])
})

test('every image is pinned by its version and its digest', () => {
  const images = [...allOf(COMPOSE, /image: (\S+)/g), ...allOf(DOCKERFILE, /^ARG NODE_IMAGE=(\S+)/gm)]
  const others = images.filter((image) => !image.startsWith('tidings:'))
  assert.equal(others.length, 3)
  for (const image of others) assert.match(image, /^[\w/-]+:v?\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/)
  for (const base of allOf(DOCKERFILE, /^FROM (\S+)/gm)) assert.equal(base, '${NODE_IMAGE}')
})

test('every command starts the service in the same way', () => {
  const flags = '--max-semi-space-size=32'
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } }
  assert.match(scripts.start, new RegExp(flags))
  assert.match(read('scripts/start.sh'), new RegExp(`${flags} scripts/start\\.js`))
  assert.match(DOCKERFILE, new RegExp(`^CMD \\["node", "${flags}", "scripts/start\\.js"\\]$`, 'm'))
  for (const unit of [UNIT, TEMPLATE_UNIT])
    assert.match(unit, new RegExp(`^ExecStart=/usr/bin/node ${flags} /opt/tidings/scripts/start\\.js$`, 'm'))
})

describe('the chart', () => {
  const usedPath = /(?:\$|\s|\()\.?Values\.((?:\w+\.)*\w+)/g

  test('uses each of its values, and no others', () => {
    const used = new Set(
      allOf(TEMPLATES.replaceAll('$.Values', ' .Values'), usedPath).map((path) => path.split('.')[0]!),
    )
    assert.deepEqual([...used].toSorted(), allOf(VALUES, /^(\w+):/gm).toSorted())
  })

  test('has the roles of the service', () => {
    const roles = allOf(blockOf(VALUES, /^roles:/), /^ {2}(\w+):/gm)
    assert.deepEqual(SETTINGS.roles.kind.parse(roles.join()), { value: roles })
    assert.deepEqual(roles, ['api', 'dispatch', 'tasks', 'smtp'])
  })
})

test('the units differ in the role only', () => {
  const plain = (text: string) =>
    text.split('\n').filter((line) => !line.startsWith('#') && !/%i/.test(line) && !line.startsWith('Description='))
  assert.deepEqual(plain(TEMPLATE_UNIT), plain(UNIT))
})
