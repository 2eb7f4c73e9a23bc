/** The tool that sends failed messages again. */
import { z } from 'zod'
import { unlessAgreed } from './person.ts'
import { Confirmation, Id, TemplateName, Time, tool, ToolFailure } from './tool.ts'
import type { Tool } from './tool.ts'

export const RESEND_TOOL: Tool = tool({
  name: 'resend_failed_messages',
  title: 'Send failed messages again',
  description:
    'Sends failed messages again, on the channels that failed: those with the ids, or those that fit all filters. It skips messages that were sent again before. It asks the person first: by the client if it can ask, else call it, show the question of the result to the person, and after a yes call it again with the confirmation of the result.',
  input: {
    message_ids: z.array(Id).min(1).max(1000).optional(),
    template_name: TemplateName.optional(),
    channel_type: z.enum(['email', 'sms', 'push', 'in_app']).optional(),
    since: Time.optional().describe('The messages from this time on'),
    confirmation: Confirmation,
  },
  isReadOnly: false,
  roles: ['full'],
  async run({ confirmation, ...input }, { client, person, secret }) {
    const { message_ids, template_name: name, channel_type, since: created_after } = input
    const query = { name: name ?? '' }
    const [template] =
      name === undefined ? [] : (await client.request('GET /api/v1/message_templates', { query })).message_templates
    if (name !== undefined && template === undefined) throw new ToolFailure(`There is no template ${name}`)
    const filters = { message_template_id: template?.id, channel_type, created_after }
    const isFiltered = Object.values(filters).some((value) => value !== undefined)
    if (isFiltered === (message_ids !== undefined)) throw new ToolFailure('Give message_ids, or at least one filter')
    const wanted = message_ids === undefined ? { filters } : { message_ids }
    const counted = await client.messageResends.count(wanted)
    const question = `Send ${counted.count} failed messages to their recipients again?`
    const about = { question, title: 'Send the messages again', input, confirmation }
    const refused = unlessAgreed(about, { person, secret }, { resent: false, ...counted, question })
    return refused ?? { resent: true, message_resend: await client.messageResends.create(wanted) }
  },
})
