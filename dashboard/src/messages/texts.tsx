import type { Answer } from '../api/call.ts'
import { useRead } from '../api/queries.ts'
import { Loaded } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { Rendered } from './rendered.tsx'
import type { SentText } from './rendered.tsx'

type RenderedMessage = Answer<'GET /api/v1/messages/{id}/render_message'>

interface Shown extends SentText {
  /** The channels with this text. */
  names: string[]
}

/** The different texts of a message, each once, with the channels that sent it. */
function textsOf({ subject, body, body_format: format, channels }: RenderedMessage, channelId?: number): Shown[] {
  const shown = new Map<string, Shown>()
  for (const { notification_channel: channel, ...own } of channels) {
    if (channelId !== undefined && channel.id !== channelId) continue
    const key = JSON.stringify([channel.channel_type, own.subject, own.body, own.url, own.email, own.push])
    const before = shown.get(key)
    if (before === undefined) shown.set(key, { ...own, type: channel.channel_type, format, names: [channel.name] })
    else before.names.push(channel.name)
  }
  // A message without channels is only in the feed of its recipient.
  if (shown.size === 0) return [{ type: 'email', subject, body, text: body, format, url: null, names: [] }]
  return [...shown.values()]
}

/** The rendered texts of a message as its recipient sees them: of one channel, or of every channel. */
export function Texts({ messageId, channelId }: { messageId: number; channelId?: number }) {
  const rendered = useRead('GET /api/v1/messages/{id}/render_message', { path: { id: messageId } })
  return (
    <Card title="Content">
      <Loaded of={rendered}>
        {(answer) => (
          <div className="stack loose">
            {textsOf(answer, channelId).map((text) => (
              <div key={text.names.join()} className="stack tight">
                {text.names.length > 0 && <h3>{`On ${text.names.join(', ')}`}</h3>}
                <Rendered {...text} />
              </div>
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  )
}
