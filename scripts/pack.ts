/** `node pack.ts WORKSPACE DIRECTORY` packs a workspace into the directory, and unpacks the tarball there as `package`. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './builds.ts'

const [workspace = '', directory = '.'] = process.argv.slice(2)
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const options = { encoding: 'utf8', shell: process.platform === 'win32' } as const
const packed = execFileSync(npm, ['pack', '--json', '--pack-destination', directory], {
  cwd: join(ROOT, workspace),
  ...options,
})
// Scripts print in front of the JSON.
const [{ filename }] = JSON.parse(packed.slice(packed.search(/^\[/m))) as [{ filename: string }]
execFileSync('tar', ['-xzf', filename], { cwd: directory })
