/** The sections of `CHANGELOG.md`, in the form of Keep a Changelog. */

const UNRELEASED = 'Unreleased'

/** A head of a section: `## [Unreleased]` or `## [0.1.0] - 2026-11-25`. */
const HEAD = /^## \[([^\]]+)\].*$/gm

/** The text of the section of a version, without its head. Null if there is none, or if it is empty. */
export function sectionOf(changelog: string, version: string): string | null {
  const heads = [...changelog.matchAll(HEAD)]
  const index = heads.findIndex(([, name]) => name === version)
  const head = heads[index]
  if (head === undefined) return null
  const text = changelog.slice(head.index + head[0].length, heads[index + 1]?.index).trim()
  return text === '' ? null : text
}

/**
 * The changelog of a release: the unreleased changes get the head of the version and the date (`2026-11-25`). If the
 * version has a section, the changelog stays as it is. Throws if nothing has changed.
 */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  if (sectionOf(changelog, version) !== null) return changelog
  if (sectionOf(changelog, UNRELEASED) === null) throw new Error('CHANGELOG.md has no unreleased changes')
  return changelog.replace(`## [${UNRELEASED}]`, `## [${UNRELEASED}]\n\n## [${version}] - ${date}`)
}
