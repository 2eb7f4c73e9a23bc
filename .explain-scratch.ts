import { explainingPool } from './server/bench/explain-plan.ts'
import { createTestDatabase } from './server/test/database.ts'
import { startTestService, prepareMessages } from './server/test/service.ts'
import { loadTemplates } from './server/src/templates/find-templates.ts'
import { loadRecipients } from './server/src/recipients/queries.ts'
const database = await createTestDatabase()
const running = await startTestService(database)
const client = await running.client()
const { template, recipient } = await prepareMessages(client)
const { pool, explained } = explainingPool(database.pool as never)
const { bucket, accountId } = client
await loadTemplates(pool, [{ bucket, accountId, id: template.id, name: null }])
await loadRecipients(pool, [{ bucket, accountId, id: recipient.id, externalUserId: null }])
for (const one of explained) console.log(one.buffers, one.plan, '\n')
await client.call('POST', '/api/v1/topics', { topic: { name: 'news', label: 'n' } })
await client.call('PATCH', `/api/v1/message_templates/${template.id}`, { message_template: { topic: 'news' } })
explained.length = 0
await loadTemplates(pool, [{ bucket, accountId, id: template.id, name: null }])
for (const one of explained) console.log(one.buffers, one.plan, '\n')
await running.stop()
await database.close()
