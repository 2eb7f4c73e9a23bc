import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { MIGRATIONS_DIRECTORY, readMigrations } from '../src/db/migrations.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The number of migrations of this version. */
export const VERSION = readMigrations(MIGRATIONS_DIRECTORY).length

/**
 * A version of the service with further migrations, by name, as `server/src` in a directory of its own. It is deleted
 * after the tests. Returns the path of `src`.
 */
export function versionWith(migrations: Record<string, string>): string {
  const copy = mkdtempSync(join(tmpdir(), 'tidings-upgrade-'))
  after(() => rmSync(copy, { recursive: true, force: true }))
  for (const folder of ['src', 'migrations', 'package.json'])
    cpSync(join(ROOT, 'server', folder), join(copy, 'server', folder), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  for (const [index, [name, text]] of Object.entries(migrations).entries()) {
    const file = `${String(VERSION + index + 1).padStart(4, '0')}_${name}.sql`
    writeFileSync(join(copy, 'server', 'migrations', file), text)
  }
  return join(copy, 'server', 'src')
}
