/**
 * `npx node scripts/repository.ts` copies `repository.url` of the root's `package.json` to all places that name the
 * repository: the packages, the Go module, the workflows, the pages. To move the repository, change this one setting and
 * run the command.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './builds.ts'
import { run } from './sdks/languages.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

interface Manifest {
  repository: { type: string; url: string; directory?: string }
  workspaces: string[]
}

/** `owner/name` in the root's `package.json`. Throws if the setting is not a repository of GitHub. */
export function repositoryOf(manifest: Pick<Manifest, 'repository'>): string {
  const [, slug] = /^git\+https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\.git$/.exec(manifest.repository.url) ?? []
  if (slug === undefined) throw new Error('repository.url must be git+https://github.com/OWNER/NAME.git')
  return slug
}

/** The repository in the path of the Go module: the last one that was copied. */
export function copiedRepository(goModule: string): string {
  const [, slug] = /^module github\.com\/([^/\s]+\/[^/\s]+)\/sdks\/go$/m.exec(goModule) ?? []
  if (slug === undefined) throw new Error('sdks/go/go.mod has no module of GitHub')
  return slug
}

/** The text with another repository and owner. */
export function withRepository(text: string, former: string, slug: string): string {
  const [formerOwner = ''] = former.split('/')
  const [owner = ''] = slug.split('/')
  return text.replaceAll(former, slug).replaceAll(`@${formerOwner}`, `@${owner}`)
}

/** The manifest of a package (`directory`, or empty for the root) with the fields that name the repository. */
export function withFields(manifest: object, directory: string, slug: string): object {
  const page = `https://github.com/${slug}`
  return {
    ...manifest,
    repository: { type: 'git', url: `git+${page}.git`, ...(directory === '' ? {} : { directory }) },
    bugs: `${page}/issues`,
    homepage: `${page}#readme`,
  }
}

/** The workspaces that are published on npm. */
export function publishedWorkspaces(workspaces: readonly string[]): string[] {
  return workspaces.filter((workspace) => {
    const manifest = JSON.parse(read(join(workspace, 'package.json'))) as { private?: boolean }
    return manifest.private !== true
  })
}

if (import.meta.main) {
  const root = JSON.parse(read('package.json')) as Manifest
  const slug = repositoryOf(root)
  const former = copiedRepository(read('sdks/go/go.mod'))
  for (const path of run('git', ['grep', '-l', '-I', '-F', former.split('/')[0]!])
    .trim()
    .split('\n'))
    writeFileSync(join(ROOT, path), withRepository(read(path), former, slug))
  for (const directory of ['', ...publishedWorkspaces(root.workspaces)]) {
    const path = join(directory, 'package.json')
    const manifest = withFields(JSON.parse(read(path)) as object, directory, slug)
    writeFileSync(join(ROOT, path), `${JSON.stringify(manifest, null, 2)}\n`)
  }
}
