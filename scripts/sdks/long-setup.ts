/** What the long tests of the clients share: the languages of the machine, and a running service. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'
import { createCertificateAuthority } from '../../server/test/certificates.ts'
import { createTestDatabase } from '../../server/test/database.ts'
import { endAfterTests } from '../../server/test/end-after-tests.ts'
import { startTestService } from '../../server/test/service.ts'
import { findPython, hasGo, PYTHON_SDK } from './languages.ts'

export const python = findPython()
export const NO_PYTHON = python === null && 'NOT TESTED HERE: Python 3.10 or newer, with venv, is not on this machine'
export const NO_GO = !hasGo() && 'NOT TESTED HERE: Go is not on this machine'

export const execute = promisify(execFile)
export const authority = await endAfterTests(createCertificateAuthority())
export const database = await endAfterTests(createTestDatabase())
/** Of an app of the user. */
export const ownDatabase = await endAfterTests(createTestDatabase())
export const running = await endAfterTests(startTestService(database, { WEBHOOK_EXTRA_CA_FILE: authority.pemPath }))

export const directory = mkdtempSync(join(tmpdir(), 'tidings-sdks-'))
after(() => rmSync(directory, { recursive: true, force: true }))

export const pythonEnvironment = { PYTHONPATH: join(PYTHON_SDK, 'src'), PYTHONDONTWRITEBYTECODE: '1' }
