/** Every example of a request in the OpenAPI document is sent to the running service, which takes it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { storeSandboxMessages } from '../../src/providers/queries.ts'
import { createTestDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { inlineReferences } from '../document.ts'
import { assertDocumentedEvent } from '../document-answers.ts'
import { PASSWORD, makeMember, signInAs } from '../members.ts'
import type { SignedIn } from '../members.ts'
import { prepareMessages, startTestService, until } from '../service.ts'
import type { Answer, Client, TestService } from '../service.ts'

interface Described {
  operationId: string
  security: object[]
  requestBody?: { content: Record<string, { example: unknown }> }
}

/** What the examples name, and nobody else: a channel of this id, and what is asked of people only once. */
const EXAMPLE_ID = 42

/** Examples that hold what no test can know: a password, the token of an invitation. They are not sent. */
const SECRET_EXAMPLES = ['signIn', 'acceptInvitation', 'changePassword']

let database: TestDatabase
let running: TestService
let client: Client
let owner: SignedIn
/** By the segment in front of the parameter. */
const ids: Record<string, string | number> = { by_external_id: 'user-9' }

async function made(path: string, root: string, fields: object): Promise<any> {
  const { status, body } = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
  assert.ok(status < 300, JSON.stringify(body))
  return body[root]
}

before(async () => {
  database = await createTestDatabase()
  running = await startTestService(database, { ROLES: 'api', TEST_SEND_RATE: '1000' })
})
