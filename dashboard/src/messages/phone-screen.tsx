import { useState } from 'react'
import type { Answer } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Frame } from '../ui/mail-frame.tsx'
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

const isRemote = (url: string) => /^https:/i.test(url.trim())

/** The image in the bubble. Those of other servers are loaded after a click, as those of mails. */
function Picture({ url, isShown }: { url: string; isShown: boolean }) {
  if (!isShown) return <p className="no-picture muted small">Image</p>
  const html = `<img alt="" src="${quoted(url)}" style="display:block;width:100%">`
  return <Frame html={html} label="Image of the push" withImages />
}

/** The question is below the phone, because a recipient does not see it. */
function ShowPicture({ onShow }: { onShow: () => void }) {
  return (
    <div className="row picture-question">
      <Button onClick={onShow}>Show images</Button>
      <span className="muted small">Other servers then see your address and the time.</span>
    </div>
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
  const [shownUrl, setShownUrl] = useState<string | null>(null)
  const link = push.url ?? url
  const { image_url: image } = push
  const isShown = image !== undefined && (shownUrl === image || !isRemote(image))
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
        {image !== undefined && <Picture key={image} url={image} isShown={isShown} />}
        {link !== null && (
          <p className="muted small">
            Opens <bdi>{link}</bdi>
          </p>
        )}
      </div>
      {image !== undefined && !isShown && <ShowPicture onShow={() => setShownUrl(image)} />}
      <Options push={push} />
    </figure>
  )
}
