/** The files of a release. */
import { hash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildAll } from '../build.ts'
import { publishedWorkspaces } from '../repository.ts'
import { findPython, PYTHON_SDK, pythonWith, run } from '../sdks/languages.ts'
import { makeBill } from './sbom.ts'

/**
 * Writes into `directory`: the tarballs of the npm packages, the source of the service, the Python packages, the bill of
 * materials, the notes, and the hashes of all files. Returns the names of the files. Throws if one cannot be made.
 */
export async function makeArtifacts(
  directory: string,
  { version, notes, workspaces }: { version: string; notes: string; workspaces: readonly string[] },
): Promise<string[]> {
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  for (const workspace of publishedWorkspaces(workspaces))
    run('npm', ['pack', '--silent', '--workspace', workspace, '--pack-destination', directory])
  const source = join(directory, `tidings-${version}.tgz`)
  run('git', ['archive', '--format=tar.gz', `--prefix=tidings-${version}/`, `--output=${source}`, 'HEAD'])
  const python = findPython()
  if (python === null) throw new Error('The Python package needs Python 3.10 or newer, with venv')
  const builder = join(pythonWith(python, 'release'), 'python')
  run(builder, ['-m', 'hatchling', 'build', '--directory', join(directory, 'python')], { cwd: PYTHON_SDK })
  // The bill lists the packages in the bundles.
  await buildAll()
  writeFileSync(join(directory, `tidings-${version}.cdx.json`), `${JSON.stringify(makeBill(), null, 2)}\n`)
  writeFileSync(join(directory, 'notes.md'), `${notes}\n`)
  const files = globSync('**/*.{tgz,json,whl,tar.gz}', { cwd: directory }).toSorted()
  const sums = files.map((file) => `${hash('sha256', readFileSync(join(directory, file)))}  ${file}\n`)
  writeFileSync(join(directory, 'SHA256SUMS'), sums.join(''))
  return files
}
