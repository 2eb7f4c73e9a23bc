/**
 * `npm run build`: builds the service, the dashboard and the documentation site, each if its sources have changed, for all
 * users of the machine. A start does the same if the packages for building are installed (start.js).
 */
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { ensureBuilt, isBuilt, ROOT } from './builds.ts'
import type { Build } from './builds.ts'

const COMPRESSION = 'scripts/compress-files.ts'

export const DASHBOARD: Build = {
  name: 'The dashboard',
  builds: join(ROOT, 'dashboard', 'dist'),
  sources: [
    'dashboard/{src,public}/**/*',
    'dashboard/*.{html,ts,json}',
    'docs/examples/*',
    COMPRESSION,
    'package-lock.json',
  ],
  command(directory) {
    const manifest = createRequire(join(ROOT, 'dashboard', 'package.json')).resolve('vite/package.json')
    const vite = join(dirname(manifest), 'bin', 'vite.js')
    return [vite, 'build', join(ROOT, 'dashboard'), '--outDir', directory, '--emptyOutDir', '--logLevel', 'warn']
  },
}

export const SITE: Build = {
  name: 'The documentation site',
  builds: join(ROOT, 'site', 'dist'),
  // What `site/pages.ts` reads, and what makes pages of it. The file in `site/vendor` is pinned by its hash.
  sources: [
    '*.md',
    'docs/**/*.{md,png}',
    '{sdk,inbox}/README.md',
    'inbox/src/**/*.ts',
    'server/bench/README.md',
    'site/*.{css,js,json,md,ts}',
    'site/{.vitepress,api-reference}/**/*.{css,html,js,ts}',
    'scripts/markdown.ts',
    COMPRESSION,
    'package-lock.json',
  ],
  command: (directory) => [join(ROOT, 'site', 'build.ts'), directory],
}

/** The package of a workspace, as a tarball and unpacked in `package`. Only tests use it: see `pack.ts`. */
function packageOf(workspace: string, name: string): Build {
  const sources = [`${workspace}/*`, `${workspace}/src/**/*.ts`, 'scripts/{pack,package-manifest}.ts']
  return {
    name,
    builds: join(ROOT, '.cache', workspace),
    sources: [...sources, 'tsconfig.json', 'package-lock.json'],
    command: (directory) => [join(ROOT, 'scripts', 'pack.ts'), workspace, directory],
  }
}

export const SDK = packageOf('sdk', 'The SDK')
export const CLI = packageOf('cli', 'The command line')
export const MCP = packageOf('mcp', 'The package of tools for assistants')
export const INBOX = packageOf('inbox', 'The package of the inbox')
export const PACKAGES: readonly Build[] = [SDK, CLI, MCP, INBOX]

/** The service in a few files: see `bundle-service.ts`. */
export const SERVICE: Build = {
  name: 'The service',
  builds: join(ROOT, 'server', 'dist'),
  sources: ['server/src/**/*.ts', '{mcp,sdk,cli}/src/**/*.ts', 'scripts/bundle-service.ts', 'package-lock.json'],
  command: (directory) => [join(ROOT, 'scripts', 'bundle-service.ts'), directory],
}

/**
 * While npm packs a package, its manifest names files that are not built yet. The service and other packages read the
 * manifests, so these are built one after another.
 */
const readsPackages = (build: Build) => build === SERVICE || PACKAGES.includes(build)

/** Builds what is not built yet, at the same time if possible. Throws with the builder's output if something cannot be built. */
export async function buildAll(
  log: (line: string) => void = () => {},
  builds: readonly Build[] = [SERVICE, DASHBOARD, SITE],
): Promise<void> {
  const inTurn = async () => {
    for (const build of builds.filter(readsPackages)) await ensureBuilt(build, log)
  }
  const others = builds.filter((build) => !readsPackages(build)).map((build) => ensureBuilt(build, log))
  await Promise.all([inTurn(), ...others])
}

/** The builds that the tests of a workspace look at. Those of other workspaces look at all. */
const BUILDS_OF_TESTS: Record<string, readonly Build[]> = { server: [SERVICE], dashboard: [SERVICE, DASHBOARD] }

/** Builds what the test files look at. All else only has to exist: after a change of a page, the site takes a minute. */
export async function buildForTests(files: readonly string[], log: (line: string) => void): Promise<void> {
  const all = [SERVICE, DASHBOARD, SITE, ...PACKAGES]
  const workspaces = new Set(files.map((file) => relative(ROOT, file).split(sep)[0]!))
  const seen = new Set([...workspaces].flatMap((workspace) => BUILDS_OF_TESTS[workspace] ?? all))
  await buildAll(
    log,
    all.filter((build) => seen.has(build) || !isBuilt(build)),
  )
}

if (import.meta.main) {
  process.umask(0o022)
  await buildAll((line) => console.log(line))
}
