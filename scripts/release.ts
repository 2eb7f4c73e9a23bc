/**
 * `npm run release -- VERSION [--dry-run]` releases a version: it writes the version and the changelog, runs all checks
 * and tests, makes the files, commits and tags. With `--dry-run` it leaves no change, no commit and no tag. The workflow
 * `release.yml` publishes a pushed tag: it calls `node scripts/release.ts build --tag TAG --output DIRECTORY`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from './builds.ts'
import { makeArtifacts } from './release/artifacts.ts'
import { releasedChangelog, sectionOf } from './release/changelog.ts'
import { staleSecureReleases } from './release/secure-releases.ts'
import { VERSION, versionPaths, versionsIn, withVersion } from './release/versions.ts'
import { run } from './sdks/languages.ts'

const CHANGELOG = 'CHANGELOG.md'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }

/** Tags of a version. The second is the version of the Go module. */
const tagsOf = (version: string): string[] => [`v${version}`, `sdks/go/v${version}`]

/** Runs a command and shows its output. Throws if it fails. */
function show(program: string, ...args: string[]): void {
  console.log(`> ${program} ${args.join(' ')}`)
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`)
}

/** Throws if the release cannot begin. */
function checkStart(version: string): void {
  if (!VERSION.test(version)) throw new Error(`${version} is not a version like 0.1.0`)
  if (run('git', ['status', '--porcelain']) !== '') throw new Error('Commit your changes first')
  const known = run('git', ['tag', '--list', ...tagsOf(version)]).trim()
  if (known !== '') throw new Error(`The tag exists already: ${known}`)
  const stale = staleSecureReleases(new Date())
  if (stale !== null) throw new Error(stale)
}

/** Writes the version into all its places, and the head of the changelog. */
function writeVersion(version: string): void {
  for (const path of versionPaths(workspaces)) writeFileSync(join(ROOT, path), withVersion(path, read(path), version))
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync(join(ROOT, CHANGELOG), releasedChangelog(read(CHANGELOG), version, today))
}

async function artifacts(version: string, directory: string): Promise<void> {
  const notes = sectionOf(read(CHANGELOG), version)
  if (notes === null) throw new Error(`CHANGELOG.md has no section for ${version}`)
  const files = await makeArtifacts(directory, { version, notes, workspaces })
  console.log(`${directory}:\n${files.map((file) => `  ${file}`).join('\n')}`)
}

async function release(version: string, isDry: boolean): Promise<void> {
  checkStart(version)
  writeVersion(version)
  try {
    // Generated pages may show the version.
    show('node', 'scripts/generate.ts')
    show('npm', 'run', 'check')
    show('npm', 'test')
    if (!isDry && run('git', ['status', '--porcelain']) !== '')
      show('git', 'commit', '--all', '--message', `Release ${version}`)
    await artifacts(version, join(ROOT, '.cache', 'release', version))
  } finally {
    if (isDry) run('git', ['restore', '.'])
  }
  if (isDry) return console.log('A dry run: no commit and no tag was made')
  for (const tag of tagsOf(version)) show('git', 'tag', '--annotate', tag, '--message', `Tidings ${version}`)
  console.log(`Publish it: git push origin HEAD ${tagsOf(version).join(' ')}`)
}

/** For the workflow: makes the files of a tagged commit. Throws if a version of the commit differs from the tag. */
async function build(tag: string, directory: string): Promise<void> {
  const version = tag.replace(/^v/, '')
  const wrong = versionPaths(workspaces).filter((path) => versionsIn(path, read(path)).some((one) => one !== version))
  if (wrong.length > 0) throw new Error(`These files have another version than ${tag}: ${wrong.join(', ')}`)
  await artifacts(version, resolve(directory))
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false }, tag: { type: 'string' }, output: { type: 'string' } },
})
const [command = ''] = positionals
try {
  if (command === 'build' && values.tag !== undefined && values.output !== undefined)
    await build(values.tag, values.output)
  else if (command !== '' && command !== 'build') await release(command, values['dry-run'])
  else throw new Error('npm run release -- VERSION [--dry-run]')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
