/**
 * LazyFS (github.com/dsrhaslab/lazyfs): a file system that keeps writes in its own memory until they are synced. If it is
 * killed, all other writes are gone, as at a loss of power. `LAZYFS` names its program.
 */
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { until } from '../service.ts'

const NEEDS = 'This test needs Linux, root, FUSE 3 (apt-get install fuse3) and LazyFS. LAZYFS names its program: '

/** Its memory for writes. It takes all at its start. */
const MEMORY = '0.25gb'

export interface LazyDisk {
  /** Only synced writes are here. */
  disk: string
  /** The same files with all writes, while it is mounted. */
  mounted: string
  mount(): Promise<void>
  /** Forgets all writes that were not synced. */
  cut(): Promise<void>
}

/** The program. Throws if something is missing. */
function program(): string {
  const path = process.env['LAZYFS']
  if (path === undefined) throw new Error(`${NEEDS}it is not set`)
  if (!existsSync(path)) throw new Error(`${NEEDS}there is no ${path}`)
  if (process.getuid?.() !== 0) throw new Error(`${NEEDS}this user is not root`)
  if (!existsSync('/dev/fuse')) throw new Error(`${NEEDS}there is no /dev/fuse`)
  if (spawnSync('fusermount3', ['--version']).status !== 0) throw new Error(`${NEEDS}there is no fusermount3`)
  return path
}

/** Makes directories in `home`. Nothing is mounted yet. */
export function makeLazyDisk(home: string): LazyDisk {
  const path = program()
  const disk = join(home, 'disk')
  const mounted = join(home, 'mounted')
  const configuration = join(home, 'lazyfs.toml')
  mkdirSync(disk)
  mkdirSync(mounted)
  const faults = `[faults]\nfifo_path="${join(home, 'faults')}"\n`
  writeFileSync(
    configuration,
    `${faults}[cache]\napply_eviction=false\n[cache.simple]\ncustom_size="${MEMORY}"\nblocks_per_page=1\n`,
  )
  const subdirectory = ['-o', 'allow_other', '-o', 'modules=subdir', '-o', `subdir=${disk}`]
  let running: { child: ChildProcess; ended: Promise<unknown> } | null = null

  async function mount(): Promise<void> {
    const child = spawn(path, [mounted, '--config-path', configuration, ...subdirectory, '-f'])
    const log: string[] = []
    createInterface({ input: child.stdout }).on('line', (line) => log.push(line))
    createInterface({ input: child.stderr }).on('line', (line) => log.push(line))
    const ended = once(child, 'exit')
    running = { child, ended }
    const failed = ended.then(() => {
      throw new Error(`LazyFS ended:\n${log.join('\n')}`)
    })
    failed.catch(() => {})
    const isMounted = async () => statSync(mounted).dev !== statSync(home).dev
    await Promise.race([until(isMounted, (is) => is), failed])
  }

  async function cut(): Promise<void> {
    running?.child.kill('SIGKILL')
    await running?.ended
    running = null
    spawnSync('fusermount3', ['-u', '-z', mounted])
  }
  return { disk, mounted, mount, cut }
}
