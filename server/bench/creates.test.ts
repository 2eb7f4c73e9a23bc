import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../test/database.ts'
import { makeMessagingAccounts } from './creating-accounts.ts'
import { IMMEDIATE_RESPONSES, REQUESTS, SINGLE_INSERTS } from './creates.ts'
import { startServiceProcess } from './service-process.ts'

const database = await createTestDatabase()
after(() => database.close())
const [account] = await makeMessagingAccounts(database.pool, 'https://127.0.0.1:1', 1)

const { path, contentType, body } = REQUESTS.single

// They are built from parts of the service, and replace some of them.
for (const [name, program] of Object.entries({ IMMEDIATE_RESPONSES, SINGLE_INSERTS }))
  test(`the reference ${name} responds to creates as the service does`, async () => {
    const variables = { ROLES: 'api', DATABASE_CONNECTIONS_MAX: '4' }
    const options = { databaseUrl: database.url, caFile: null, profileDirectory: null, variables, program }
    const service = startServiceProcess(options)
    try {
      const headers = { authorization: `Bearer ${account!.apiKey}`, 'content-type': contentType }
      const url = `${await service.url()}${path}`
      for (let create = 0; create < 2; create++) {
        const response = await fetch(url, { method: 'POST', headers, body })
        const { message } = (await response.json()) as { message: { rendered_subject: string; deliveries: object[] } }
        assert.deepEqual(
          [response.status, message?.rendered_subject, message?.deliveries.length],
          [201, 'Order 1234', 2],
          service.log(),
        )
      }
    } finally {
      await service.stop()
    }
  })
