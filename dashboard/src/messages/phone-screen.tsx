import type { Answer } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { MailFrame } from '../ui/mail-frame.tsx'
import './rendered.css'

export type Push = NonNullable<Answer<'POST /api/v1/message_templates/preview'>['preview']['push']>

const NAMES: Record<string, string> = { push: 'Push', sms: 'Text message', in_app: 'Message in the app' }

/** The options of a push that no picture shows, by their names. */
const OPTIONS = [
  ['sound', 'Sound'],
  ['category', 'Category'],
  ['thread_id', 'Thread'],
  ['collapse_key', 'Collapse key'],
  ['ttl_seconds', 'Seconds to live'],
  ['interruption_level', 'Interruption level'],
] as const satisfies readonly (readonly [keyof Push, string])[]

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Images of other servers are loaded after a click, as those of mails. */
function Picture({ url }: { url: string }) {
  return (
    <MailFrame
      html={`<img alt="" src="${quoted(url)}" style="display:block;width:100%">`}
      label="Image of the push"
      mayShowImages
    />
  )
}

function Options({ push }: { push: Push }) {
  const shown = [
    ...OPTIONS.map(([name, label]) => [label, push[name]] as const),
    ...(push.data ?? []).map(({ name, value }) => [`data.${name}`, value] as const),
  ].filter(([, value]) => value !== undefined)
  if (shown.length === 0) return null
  return (
    <figcaption className="muted small">
      {shown.map(([label, value]) => (
        <span key={label}>
          {label}: <bdi>{value}</bdi>
        </span>
      ))}
    </figcaption>
  )
}

/** A push, a text message or a message in the app as a phone shows it. `url`: opens after a tap. */
export function PhoneScreen({
  type,
  subject,
  text,
  url,
  push = {},
}: {
  type: string
  subject: string
  text: string
  url: string | null
  push?: Push
}) {
  const { account } = useSession()
  const link = push.url ?? url
  return (
    <figure className={`phone-screen ${type === 'sms' ? 'sms' : 'push'}`} aria-label={NAMES[type]}>
      <div className="bubble">
        {type === 'push' && (
          <p className="push-app muted small">
            <span className="app-icon">{push.badge !== undefined && push.badge > 0 && <b>{push.badge}</b>}</span>
            <bdi>{account.name}</bdi>
            <span>now</span>
          </p>
        )}
        {type !== 'sms' && (
          <strong>
            <bdi>{subject}</bdi>
          </strong>
        )}
        <p dir="auto">{text || subject}</p>
        {push.image_url !== undefined && <Picture key={push.image_url} url={push.image_url} />}
        {link !== null && (
          <p className="muted small">
            Opens <bdi>{link}</bdi>
          </p>
        )}
      </div>
      <Options push={push} />
    </figure>
  )
}
