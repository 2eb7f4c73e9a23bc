import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { SERVICE } from '../../scripts/build.ts'
import { currentBuild, ensureBuilt } from '../../scripts/builds.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from '../src/platform/db/migrations.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The modules of the bundle find the migrations by this URL. */
const SOURCE_URL = `${pathToFileURL(join(ROOT, 'server', 'src')).href}/`

/** The number of migrations of this version. */
export const VERSION = readMigrations(MIGRATIONS_DIRECTORY).length

interface NewerVersion {
  /** The programs of the service and of its command line. */
  main: string
  cli: string
  migrations: string
}

/**
 * A version of the service with further migrations, by name: the tests' bundle in a directory of its own. It is deleted
 * after the tests.
 */
export async function versionWith(migrations: Record<string, string>): Promise<NewerVersion> {
  await ensureBuilt(SERVICE)
  const copy = mkdtempSync(join(tmpdir(), 'tidings-upgrade-'))
  after(() => rmSync(copy, { recursive: true, force: true }))
  const server = join(copy, 'server')
  for (const folder of ['migrations', 'package.json'])
    cpSync(join(ROOT, 'server', folder), join(server, folder), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  for (const [index, [name, text]] of Object.entries(migrations).entries()) {
    const file = `${String(VERSION + index + 1).padStart(4, '0')}_${name}.sql`
    writeFileSync(join(server, 'migrations', file), text)
  }
  const programs = join(server, 'programs')
  mkdirSync(programs)
  const bundle = currentBuild(SERVICE)
  for (const file of readdirSync(bundle).filter((name) => name.endsWith('.mjs'))) {
    const text = readFileSync(join(bundle, file), 'utf8')
    const ownUrl = text.replaceAll(`${SOURCE_URL}platform/`, `${pathToFileURL(server).href}/src/platform/`)
    writeFileSync(join(programs, file), ownUrl)
  }
  return { main: join(programs, 'main.mjs'), cli: join(programs, 'cli.mjs'), migrations: join(server, 'migrations') }
}
