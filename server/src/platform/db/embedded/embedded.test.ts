import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, afterEach, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runningEmbedded } from './embedded.ts'
import { clusterProcesses } from './processes.ts'
import { withSession } from '../session.ts'
import { NODE_FLAGS } from '../../../../test/process.ts'

/** Real processes on different data directories. Each is killed or stopped before its test ends. */

const PROGRAM = fileURLToPath(new URL('../../../../test/embedded-service.ts', import.meta.url))

let root: string
let dataDir: string
let cluster: string
const services = new Set<Service>()

before(() => {
  // Closed to all other users, like a home directory.
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tidings-test-embedded-')))
  dataDir = join(root, 'data')
  cluster = join(dataDir, 'postgres')
})
afterEach(async () => {
  for (const service of services) await service.stop()
})
after(() => rmSync(root, { recursive: true, force: true }))

interface Service {
  child: ChildProcess
  result: { url?: string; refused?: string }
  /** Resolves when its log has a line with this event. */
  logged(event: string): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
}

async function start(directory = dataDir, mode: 'stay' | 'leave' = 'stay', uid?: number): Promise<Service> {
  const user = uid === undefined ? {} : { uid, gid: uid, cwd: '/' }
  const child = spawn(process.execPath, [...NODE_FLAGS, PROGRAM, directory, mode], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  const exited = once(child, 'exit')
  const log = createInterface({ input: child.stderr })
  const errors: string[] = []
  log.on('line', (line) => errors.push(line))
  const lines = createInterface({ input: child.stdout })
  const [line] = (await Promise.race([
    once(lines, 'line'),
    exited.then(() => assert.fail(`the service ended: ${errors.join('\n')}`)),
  ])) as [string]
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
    services.delete(service)
  }
  const service: Service = {
    child,
    result: JSON.parse(line) as Service['result'],
    async logged(event) {
      while (!errors.some((text) => text.includes(`"event":"${event}"`))) await once(log, 'line')
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
  if (service.result.url) services.add(service)
  else await exited
  return service
}

const query = (service: Service, text: string) =>
  withSession(service.result.url!, async (session) => (await session.query<{ value: unknown }>({ text })).rows)

/** A session busy for longer than any test. Resolves when it has begun, with the promise of its failure. */
async function busySession(service: Service): Promise<{ failed: Promise<unknown> }> {
  const failed = query(service, 'select pg_sleep(600)').catch((error: unknown) => error)
  for (;;) {
    const rows = await query(
      service,
      `select from pg_stat_activity where query like '%pg_sleep(600)%' and pid <> pg_backend_pid()`,
    )
    if (rows.length > 0) return { failed }
  }
}

const modeOf = (path: string): number => statSync(path).mode & 0o777

function serverProcess(of = cluster): number {
  const server = clusterProcesses(of).find((one) => one.isServer)
  assert.ok(server, 'no server runs')
  return server.processId
}

test('of two first starts at once one is refused, and the other makes the cluster, closed to other users; a later start finds what was stored', async () => {
  mkdirSync(join(dataDir, 'postgres.unfinished-cut-off'), { recursive: true })
  const both = await Promise.all([start(), start()])
  const first = both.find((one) => one.result.url)!
  assert.equal(
    both.find((one) => one.result.refused)?.result.refused,
    `The data directory ${dataDir} is already in use by process ${first.child.pid}`,
  )
  await query(first, 'create table kept (value integer)')
  await query(first, 'insert into kept values (1)')
  assert.deepEqual(await query(first, `select current_setting('full_page_writes') as value`), [{ value: 'off' }])
  assert.equal(modeOf(dataDir), 0o700)
  assert.equal(modeOf(cluster), 0o700)
  for (const name of ['postgres.password', 'postgres.log', 'service.sock'])
    assert.equal(modeOf(join(dataDir, name)), 0o600, name)
  assert.deepEqual(readdirSync(dataDir).toSorted(), ['postgres', 'postgres.log', 'postgres.password', 'service.sock'])
  await first.stop()
  assert.deepEqual(clusterProcesses(cluster), [])
  const second = await start()
  assert.deepEqual(await query(second, 'select value from kept'), [{ value: 1 }])
})

test('a start closes a directory that an older version left open, unless it has files of others', async () => {
  for (const [others, mode] of [
    [['notes.txt'], 0o755],
    [[], 0o700],
  ] as const) {
    for (const name of others) writeFileSync(join(dataDir, name), '')
    chmodSync(dataDir, 0o755)
    chmodSync(join(dataDir, 'postgres.log'), 0o644)
    const service = await start()
    assert.equal(modeOf(dataDir), mode)
    assert.equal(modeOf(join(dataDir, 'postgres.log')), 0o600)
    for (const name of others) rmSync(join(dataDir, name))
    await service.stop()
  }
})

test('a second start on the directory of a running service is refused and leaves the first alone', async () => {
  const first = await start()
  const server = serverProcess()
  const second = await start()
  assert.deepEqual(second.result, {
    refused: `The data directory ${dataDir} is already in use by process ${first.child.pid}`,
  })
  assert.equal(second.child.exitCode, 1)
  assert.equal(serverProcess(), server)
  assert.equal(await runningEmbedded(dataDir), first.result.url)
  assert.deepEqual(await query(first, 'select value from kept'), [{ value: 1 }])
})

test('an open database does not keep its process running, and the directory is then free', async () => {
  const service = await start(dataDir, 'leave')
  if (service.child.exitCode === null) await once(service.child, 'exit')
  services.delete(service)
  assert.equal(service.child.exitCode, 0)
  assert.equal(await runningEmbedded(dataDir), null)
})

test('after a kill of the service, the next start stops the old server and its sessions', async () => {
  const killed = await start()
  const { failed } = await busySession(killed)
  await query(killed, 'insert into kept values (2)')
  const orphan = serverProcess()
  await killed.kill()
  assert.equal(serverProcess(), orphan)
  const next = await start()
  assert.notEqual(serverProcess(), orphan)
  assert.ok((await failed) instanceof Error)
  assert.deepEqual(await query(next, 'select max(value) as value from kept'), [{ value: 2 }])
})

test('after a kill of the server the service starts it again at the same address', async () => {
  const service = await start()
  const { failed } = await busySession(service)
  const killed = serverProcess()
  process.kill(killed, 'SIGKILL')
  await service.logged('database.restarted')
  assert.ok((await failed) instanceof Error)
  assert.notEqual(serverProcess(), killed)
  assert.deepEqual(await query(service, 'select max(value) as value from kept'), [{ value: 2 }])
})

test('after a kill of both, with a session left at work, the next start recovers', async () => {
  const service = await start()
  const { failed } = await busySession(service)
  await query(service, 'insert into kept values (3)')
  const server = serverProcess()
  await service.kill()
  process.kill(server, 'SIGKILL')
  const next = await start()
  assert.ok((await failed) instanceof Error)
  assert.deepEqual(await query(next, 'select max(value) as value from kept'), [{ value: 3 }])
})

for (const [what, content] of [
  ['is empty', () => ''],
  ['is garbage', () => 'garbage\n'],
  ['names an unrelated live process', (processId: number) => `${processId}\n${cluster}\n1\n5432\n.\n\n1 1\nready\n`],
] as const)
  test(`a postmaster.pid that ${what} does not hinder the start`, async (t) => {
    // The same user as the server's. Only then does PostgreSQL refuse to start.
    const { uid, gid } = statSync(cluster)
    const unrelated = spawn('sleep', ['600'], { uid, gid, cwd: '/', stdio: 'ignore' })
    await once(unrelated, 'spawn')
    t.after(() => unrelated.kill())
    writeFileSync(join(cluster, 'postmaster.pid'), content(unrelated.pid!))
    writeFileSync(join(cluster, '.s.PGSQL.5432.lock'), content(unrelated.pid!))
    const service = await start()
    assert.deepEqual(await query(service, 'select max(value) as value from kept'), [{ value: 3 }])
    assert.equal(unrelated.exitCode, null)
  })

// If the tests run as root and another user can read this directory, the other way of running is tested too. The ids
// are those of `daemon` and `bin` on every Unix, because `initdb` needs a known user.
const ORDINARY_USER = 1
const OTHER_USER = 2
const NOBODY = 65_534
const asOrdinaryUser = { uid: ORDINARY_USER, gid: ORDINARY_USER, cwd: '/' }
const othersCanRun = spawnSync(process.execPath, ['--check', PROGRAM], asOrdinaryUser).status === 0
if (process.getuid?.() === 0 && othersCanRun) {
  test('an ordinary user runs PostgreSQL as itself, and root runs it as the owner of its data', async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'tidings-test-user-'))
    t.after(() => rmSync(directory, { recursive: true }))
    chownSync(directory, ORDINARY_USER, ORDINARY_USER)
    const own = await start(directory, 'stay', ORDINARY_USER)
    await query(own, 'create table made (value integer)')
    await own.stop()
    assert.equal(statSync(join(directory, 'postgres')).uid, ORDINARY_USER)
    const root = await start(directory)
    assert.deepEqual(await query(root, 'select value from made'), [])
    const server = clusterProcesses(join(directory, 'postgres')).find((one) => one.isServer)
    assert.equal(statSync(`/proc/${server!.processId}`).uid, ORDINARY_USER)
    await root.stop()
    const other = await start(join(directory, 'postgres'), 'stay', OTHER_USER)
    assert.match(other.result.refused!, /cannot be written \(EACCES\)/)
  })

  /** The error code of the user's `select 1` in the cluster of this server. Its working directory avoids closed paths. */
  function intrude(uid: number, processId: number): string {
    const url = `postgresql://tidings@localhost/tidings?host=${encodeURIComponent(`/proc/${processId}/cwd`)}&sslmode=disable`
    const program = `import { withSession } from '${new URL('../session.ts', import.meta.url).href}'
      await withSession('${url}', (session) => session.query({ text: 'select 1' })).catch((error) => console.log(error.code))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      ...asOrdinaryUser,
      uid,
      gid: uid,
      encoding: 'utf8',
    })
    assert.equal(stderr, '')
    return stdout.trim()
  }

  test('a cluster of `nobody` that trusts each user gets an owner of its own and closes, without loss', async () => {
    const outside = join(root, 'outside')
    writeFileSync(outside, '')
    writeFileSync(join(cluster, 'pg_hba.conf'), 'local all all trust\n')
    rmSync(join(cluster, 'pg_ident.conf'))
    symlinkSync(outside, join(cluster, 'pg_ident.conf'))
    spawnSync('chown', ['-hR', `${NOBODY}:${NOBODY}`, cluster])
    const service = await start()
    await service.logged('database.owner_changed')
    assert.deepEqual(await query(service, 'select max(value) as value from kept'), [{ value: 3 }])
    const { uid } = statSync(cluster)
    const server = serverProcess()
    assert.ok(uid >= 60_706 && uid < 100_000, `${uid}`)
    assert.equal(statSync(`/proc/${server}`).uid, uid)
    assert.deepEqual([statSync(outside).uid, readFileSync(outside, 'utf8')], [0, ''])
    assert.equal(intrude(NOBODY, server), 'EACCES')
    assert.equal(intrude(ORDINARY_USER, server), 'EACCES')
    // The socket itself refuses a user who reaches it.
    assert.equal(intrude(uid, server), '28000')
  })

  test('two services of root never share a user, also if one has a copy of the data of the other', async () => {
    const copy = join(root, 'copy')
    spawnSync('cp', ['-a', dataDir, copy])
    assert.equal(statSync(join(copy, 'postgres')).uid, statSync(cluster).uid)
    await start()
    const second = await start(copy)
    assert.deepEqual(await query(second, 'select max(value) as value from kept'), [{ value: 3 }])
    assert.notEqual(
      statSync(`/proc/${serverProcess(join(copy, 'postgres'))}`).uid,
      statSync(`/proc/${serverProcess()}`).uid,
    )
  })
}

test('a directory whose path is too long for a socket is served at a port of loopback, with a password', async () => {
  const directory = join(root, 'long'.repeat(40))
  const service = await start(directory)
  const url = new URL(service.result.url!)
  assert.equal(url.hostname, '127.0.0.1')
  assert.deepEqual(await query(service, 'select 1 as value'), [{ value: 1 }])
  assert.equal(await runningEmbedded(directory), service.result.url)
  url.password = 'wrong'
  await assert.rejects(
    withSession(url.href, (session) => session.query({ text: 'select 1' })),
    { code: '28P01' },
  )
})

test('a cluster of another version of PostgreSQL is refused', async () => {
  const version = join(cluster, 'PG_VERSION')
  const content = readFileSync(version)
  writeFileSync(version, '17\n')
  const { result } = await start()
  writeFileSync(version, content)
  assert.equal(
    result.refused,
    `The database in ${cluster} was created by PostgreSQL 17, but this version of Tidings contains PostgreSQL 18`,
  )
})

test('a directory that cannot be made or written is refused in one sentence', async () => {
  for (const directory of [join(cluster, 'PG_VERSION'), join(PROGRAM, 'data')]) {
    const { result } = await start(directory)
    const sentence = `The data directory ${directory} is a file or is inside a file: set DATA_DIR to another directory`
    assert.equal(result.refused, sentence)
  }
  if (process.platform !== 'linux') return
  const { result } = await start('/proc/tidings')
  assert.match(
    result.refused!,
    /^The data directory \S+ cannot be written \(E[A-Z]+\): set DATA_DIR to another directory$/,
  )
})

test('if PostgreSQL does not start, its last error is shown', async () => {
  const file = join(cluster, 'postgresql.auto.conf')
  const content = readFileSync(file)
  writeFileSync(file, `shared_preload_libraries = 'no_such_library'\n`)
  const { result } = await start()
  writeFileSync(file, content)
  assert.match(result.refused!, /^The embedded PostgreSQL did not start: could not access file "no_such_library"/)
})
