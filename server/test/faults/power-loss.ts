/** A machine that loses its power: the database's unsynced writes, the database and the service are gone at once. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../scripts/free-port.ts'
import { SERVICE_VARIABLES } from '../deliver.ts'
import { PostgresServer } from '../postgres-server.ts'
import { startProcess } from '../process.ts'
import type { CrashingMachine } from './crash-rounds.ts'
import { makeLazyDisk } from './lazyfs.ts'

/** `settings`: of PostgreSQL, beside those that sync. */
export async function machineWithPower(settings: Record<string, string> = {}): Promise<CrashingMachine> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-power-'))
  chmodSync(home, 0o755)
  const { disk, mounted, mount, cut } = makeLazyDisk(home)
  const port = await freePort()
  await new PostgresServer(join(disk, 'data'), port, home).make()
  await mount()
  const server = new PostgresServer(join(mounted, 'data'), port, home)
  // Checkpoints come between cuts too.
  const all = { fsync: 'on', checkpoint_timeout: '30s', ...settings }
  await server.start(all)
  return {
    start: (variables) =>
      startProcess('/nonexistent', { ...SERVICE_VARIABLES, ...variables, DATABASE_URL: server.url }),
    async afterSetup() {
      await server.run('checkpoint')
    },
    async crash(service) {
      // The disk first: PostgreSQL can confirm no commit afterwards.
      await cut()
      await Promise.all([service.kill(false), server.kill()])
      await mount()
      await server.start(all)
    },
    databaseUrl: async () => server.url,
    async close() {
      await server.stop()
      await cut()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
