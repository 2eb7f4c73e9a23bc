import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import { loadAgain } from './api/connection.ts'
import { SessionProvider, useSessionState } from './api/session.tsx'
import { match, useHash, usePath } from './router.ts'
import { Shell } from './shell.tsx'
import { AcceptInvitation, invitationOf } from './sign-in/accept-invitation.tsx'
import { SignIn } from './sign-in/sign-in.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { ButtonLink } from './ui/button.tsx'
import { Empty, ErrorNotice, Loading } from './ui/notice.tsx'
import { Page } from './ui/page.tsx'

const Home = lazy(loadAgain(() => import('./home/home.tsx')))
const Deliveries = lazy(loadAgain(() => import('./deliveries/deliveries.tsx')))
const DeliveryPage = lazy(loadAgain(() => import('./deliveries/delivery.tsx')))
const Messages = lazy(loadAgain(() => import('./messages/messages.tsx')))
const MessagePage = lazy(loadAgain(() => import('./messages/message.tsx')))
const Templates = lazy(loadAgain(() => import('./templates/templates.tsx')))
const TemplatePage = lazy(loadAgain(() => import('./templates/template.tsx')))
const Partials = lazy(loadAgain(() => import('./templates/partials/partials.tsx')))
const PartialPage = lazy(loadAgain(() => import('./templates/partials/partial-page.tsx')))
const Recipients = lazy(loadAgain(() => import('./recipients/recipients.tsx')))
const RecipientPage = lazy(loadAgain(() => import('./recipients/recipient-page.tsx')))
const Channels = lazy(loadAgain(() => import('./channels/channels.tsx')))
const ChannelPage = lazy(loadAgain(() => import('./channels/channel-page.tsx')))
const Analytics = lazy(loadAgain(() => import('./analytics/analytics.tsx')))
const Inbox = lazy(loadAgain(() => import('./inbox/inbox.tsx')))
const Webhooks = lazy(loadAgain(() => import('./webhooks/webhooks.tsx')))
const WebhookEventPage = lazy(loadAgain(() => import('./webhooks/event-page.tsx')))
const Settings = lazy(loadAgain(() => import('./settings/settings.tsx')))

function NothingHere() {
  return (
    <Page title="Not found">
      <Empty title="Page not found" action={<ButtonLink to="/">Home</ButtonLink>}>
        The address may be wrong, or the object was deleted.
      </Empty>
    </Page>
  )
}

/** The page of an object, by the id in the path. */
function withId(text: string | undefined, page: (id: number) => ReactNode): ReactNode {
  return /^[1-9]\d{0,15}$/.test(text ?? '') ? page(Number(text)) : <NothingHere />
}

/** Every page. The names in a pattern are the props of its component. The first match is shown. */
const PAGES: readonly [pattern: string, page: (names: Record<string, string>) => ReactNode][] = [
  ['/', () => <Home />],
  ['/messages', () => <Messages />],
  ['/messages/:id', ({ id }) => withId(id, (number) => <MessagePage id={number} />)],
  ['/deliveries', () => <Deliveries />],
  ['/deliveries/:id', ({ id }) => withId(id, (number) => <DeliveryPage id={number} />)],
  ['/templates', () => <Templates />],
  ['/templates/new', () => <TemplatePage id={null} />],
  ['/templates/partials', () => <Partials />],
  ['/templates/partials/new', () => <PartialPage id={null} />],
  ['/templates/partials/:id', ({ id }) => withId(id, (number) => <PartialPage key={number} id={number} />)],
  ['/templates/:id', ({ id }) => withId(id, (number) => <TemplatePage key={number} id={number} />)],
  ['/recipients', () => <Recipients />],
  ['/recipients/:id', ({ id }) => withId(id, (number) => <RecipientPage key={number} id={number} />)],
  ['/webhooks', () => <Webhooks tab="overview" />],
  ['/webhooks/events', () => <Webhooks tab="events" />],
  ['/webhooks/events/:id', ({ id }) => <WebhookEventPage id={id!} />],
  ['/channels', () => <Channels />],
  ['/channels/new', () => <ChannelPage id={null} />],
  ['/channels/:id', ({ id }) => withId(id, (number) => <ChannelPage key={number} id={number} />)],
  ['/analytics', () => <Analytics />],
  // The former address.
  ['/numbers', () => <Analytics />],
  ['/inbox', () => <Inbox />],
  ['/settings', () => <Settings />],
  ['/settings/:section', ({ section }) => <Settings section={section!} />],
]

function CurrentPage() {
  const path = usePath()
  for (const [pattern, page] of PAGES) {
    const names = match(pattern, path)
    if (names !== null) return page(names)
  }
  return <NothingHere />
}

/** Without a session every path shows the sign-in. With a session it shows its page. */
export function App() {
  const session = useSessionState()
  const path = usePath()
  const invitation = invitationOf(useHash())
  if (invitation !== null) return <AcceptInvitation token={invitation} />
  if (session.error !== null && session.data === undefined)
    return <ErrorNotice error={session.error} onRetry={() => void session.refetch()} />
  if (session.data === undefined) return <Loading label="Loading the dashboard" />
  if (session.data === null || session.data === 'ended') return <SignIn hasEnded={session.data === 'ended'} />
  return (
    <SessionProvider key={session.data.account.id} session={session.data}>
      <Shell>
        <ErrorBoundary key={path}>
          <Suspense fallback={<Loading />}>
            <CurrentPage />
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </SessionProvider>
  )
}
