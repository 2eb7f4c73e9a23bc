import { useRead } from '../api/queries.ts'
import { Loaded } from '../ui/notice.tsx'
import { Card, Code } from '../ui/page.tsx'

/** The rendered texts of a message: of one channel, or of every channel with its own text. */
export function Texts({ messageId, channelId }: { messageId: number; channelId?: number }) {
  const rendered = useRead('GET /api/v1/messages/{id}/render_message', { path: { id: messageId } })
  return (
    <Card title="Text">
      <Loaded of={rendered}>
        {({ subject, body, channels }) => {
          const own = channels.filter(
            (channel) =>
              (channelId === undefined || channel.notification_channel.id === channelId) &&
              (channel.subject !== subject || channel.body !== body),
          )
          const texts = own.map((channel) => ({ ...channel, name: channel.notification_channel.name }))
          const common = { name: null, subject, body }
          return (
            <div className="stack">
              {(channelId !== undefined && texts.length > 0 ? texts : [common, ...texts]).map((text) => (
                <div key={text.name ?? ''} className="stack tight">
                  {text.name !== null && <h3>{`On ${text.name}`}</h3>}
                  <p>
                    <span className="muted">Subject: </span>
                    {text.subject || '–'}
                  </p>
                  <Code text={text.body} label={`body${text.name === null ? '' : ` on ${text.name}`}`} wrapped />
                </div>
              ))}
            </div>
          )
        }}
      </Loaded>
    </Card>
  )
}
