/** Which Node `npm start` uses, and starts that cannot have a dashboard. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ROOT } from './builds.ts'

let directory: string
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'tidings-start-'))
})
after(() => rmSync(directory, { recursive: true, force: true }))

/** Makes a program that tells its version as Node does, and otherwise its name and its arguments. */
function makeNode(name: string, version: string): string {
  const place = join(directory, name)
  mkdirSync(place, { recursive: true })
  const script = `#!/bin/sh\nif [ "$1" = --version ]; then echo v${version}; else echo ${name} "$@"; fi\n`
  writeFileSync(join(place, 'node'), script, { mode: 0o755 })
  return place
}

describe('npm start', () => {
  function startedBy(ofNpm: string, installed: string): string {
    const env = { PATH: [installed, process.env['PATH']].join(delimiter), npm_node_execpath: join(ofNpm, 'node') }
    return spawnSync('sh', ['scripts/start.sh'], { cwd: ROOT, env, encoding: 'utf8' }).stdout
  }

  test('uses the Node of npm if it is new enough, else the installed one', (t) => {
    if (process.platform === 'win32') return t.diagnostic('NOT TESTED HERE: Windows does not run start.sh')
    const installed = makeNode('installed', '24.21.0')
    const program = '--max-semi-space-size=32 scripts/start.js\n'
    assert.equal(startedBy(makeNode('old', '20.20.2'), installed), `installed ${program}`)
    assert.equal(startedBy(makeNode('almost', '24.6.9'), installed), `installed ${program}`)
    assert.equal(startedBy(makeNode('new', '24.7.0'), installed), `new ${program}`)
    assert.equal(startedBy(makeNode('newer', '100.0.0'), installed), `newer ${program}`)
    assert.equal(startedBy(join(directory, 'missing'), installed), `installed ${program}`)
  })
})

/** A directory with the start and a program in the place of the service. Returns its path. */
function makeTree(name: string, service: string): string {
  const tree = join(directory, name)
  mkdirSync(join(tree, 'scripts'), { recursive: true })
  mkdirSync(join(tree, 'server/src/programs'), { recursive: true })
  cpSync(join(ROOT, 'scripts/start.js'), join(tree, 'scripts/start.js'))
  writeFileSync(join(tree, 'package.json'), '{"type":"module"}')
  writeFileSync(join(tree, 'server/package.json'), '{"type":"module","version":"1.2.3"}')
  writeFileSync(join(tree, 'server/src/programs/main.ts'), service)
  return tree
}

test('the end of the shell of `npx` ends the service as SIGTERM does', async (t) => {
  if (process.platform === 'win32') return t.diagnostic('NOT TESTED HERE: Windows has no SIGTERM')
  const service = `process.once('SIGTERM', () => { console.log('ended'); process.exit() })
    console.log('started'); setInterval(() => {}, 1000)`
  const env = { ...process.env, ROLES: 'tasks', npm_command: 'exec' }
  // A shell with two commands does not become the first one.
  const args = ['-c', `'${process.execPath}' scripts/start.js; true`]
  const shell = spawn('sh', args, { cwd: makeTree('signal', service), env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  shell.stdout.on('data', (text: Buffer) => {
    output += String(text)
    if (output === 'started\n') shell.kill('SIGTERM')
  })
  // The pipe is closed when the service has ended too.
  await once(shell.stdout, 'end')
  assert.equal(output, 'started\nended\n')
})

test('a start runs what is built, and says in one line if it needs a dashboard that is not', () => {
  const tree = makeTree('tree', "console.log('The service')")
  const startWith = (ROLES: string, ...args: string[]) => {
    const env = { ...process.env, ROLES }
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.js', ...args], {
      cwd: tree,
      env,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
  for (const roles of ['', 'api', 'tasks, api']) {
    const { status, stdout, stderr } = startWith(roles)
    assert.deepEqual([status, stderr], [1, ''])
    const { level, version, event, cause } = JSON.parse(stdout) as Record<string, string>
    assert.deepEqual([level, version, event], ['fatal', '1.2.3', 'service.not_started'])
    assert.equal(cause, 'The dashboard is not built: run `npm ci && npm run build` where files can be written')
  }
  for (const roles of ['dispatch', 'tasks,dispatch'])
    assert.deepEqual(startWith(roles), { status: 0, stdout: 'The service\n', stderr: '' })
  const build = join(tree, 'server/dist/1a2b')
  mkdirSync(build, { recursive: true })
  writeFileSync(join(build, 'main.mjs'), "console.log('The built service')")
  writeFileSync(join(build, 'root'), '/elsewhere/')
  writeFileSync(join(tree, 'server/dist/current'), '1a2b')
  assert.equal(startWith('dispatch').stdout, 'The service\n')
  writeFileSync(join(build, 'root'), `${realpathSync(tree)}/`)
  assert.equal(startWith('dispatch').stdout, 'The built service\n')
  assert.equal(startWith('dispatch', '--sources').stdout, 'The service\n')
})
