/** The command that sends failed messages again. */
import { setTimeout } from 'node:timers/promises'
import type { Client } from '@tidings/sdk/client'
import { withApi } from './api.ts'
import { failure } from './command.ts'
import type { CommandInput, CommandResult } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { readSince } from './listen/since.ts'

type Wanted = Parameters<Client['messageResends']['create']>[0]
type Filters = NonNullable<NonNullable<Wanted['filters']>>

/** Time between two looks at a running resend, ms. */
const PAUSE_MS = 1000

const messagesText = (count: number) => (count === 1 ? '1 message' : `${count} messages`)

/** The ids among the arguments, or the first argument that is none. */
function idsOf(words: readonly string[]): number[] | string {
  return words.find((word) => !/^[1-9]\d{0,15}$/.test(word)) ?? words.map(Number)
}

async function templateId(client: Client, name: string): Promise<number | null> {
  const { message_templates: found } = await client.request('GET /api/v1/message_templates', { query: { name } })
  return found[0]?.id ?? null
}

export async function resend(input: CommandInput): Promise<CommandResult> {
  const { template, cause, since, 'channel-type': channelType, 'dry-run': dryRun } = input.options
  const usage = (sentence: string) => failure(sentence, { exitCode: EXIT.usage })
  const ids = idsOf(input.positional)
  if (typeof ids === 'string') return usage(`${JSON.stringify(ids)} must be the id of a message`)
  const isFiltered = [template, cause, since, channelType].some((option) => option !== undefined)
  if (ids.length > 0 === isFiltered) return usage('Give the ids of messages, or at least one of the filters')
  const from = since === undefined ? null : readSince(since, Date.now())
  if (since !== undefined && from === null)
    return usage('--since must be like 15m, 2h or 7d, or a time like 2026-06-08T10:20:00Z')
  return withApi(input, async ({ client }) => {
    const id = template === undefined ? undefined : await templateId(client, template)
    if (id === null) return failure(`There is no template ${JSON.stringify(template)}`)
    const filters = {
      ...(id === undefined ? {} : { message_template_id: id }),
      ...(cause === undefined ? {} : { cause }),
      ...(channelType === undefined ? {} : { channel_type: channelType }),
      ...(from === null ? {} : { created_after: new Date(from).toISOString() }),
      // The service checks the words.
    } as Filters
    const wanted: Wanted = ids.length > 0 ? { message_ids: ids } : { filters }
    if (dryRun !== undefined) {
      const counted = await client.messageResends.count(wanted)
      const { count, cannot_arrive: cannot, attachments_removed: withoutFiles, is_complete: isComplete } = counted
      const leftOut = counted.deliveries_left_out
      const lines = [
        `Would be sent again: ${isComplete ? '' : 'at least '}${messagesText(count)}`,
        `  skipped: ${cannot} cannot arrive, ${withoutFiles} without their attachments`,
        ...(leftOut > 0
          ? [`  left out: ${leftOut} failed ${leftOut === 1 ? 'delivery' : 'deliveries'} that cannot arrive`]
          : []),
      ]
      return { ok: true, text: lines.join('\n'), json: counted }
    }
    let made = await client.messageResends.create(wanted)
    while (made.finished_at === null) {
      input.onProgress(`Sent again: ${made.sent} of ${messagesText(made.total)}`)
      await setTimeout(PAUSE_MS)
      made = await client.messageResends.get(made.id)
    }
    const { sent, not_failed: before, cannot_arrive: cannot, refused, has_more: hasMore } = made
    const lines = [
      `Sent again: ${messagesText(sent)}`,
      `  skipped: ${before} sent again before, ${cannot} cannot arrive, ${refused} refused`,
      ...(hasMore ? ['There are more: call again'] : []),
    ]
    return { ok: true, text: lines.join('\n'), json: { message_resend: made } }
  })
}
