import { LiveSwitch } from '../live/live-switch.tsx'
import { Page } from '../ui/page.tsx'
import { Events } from './events.tsx'
import { Overview } from './overview.tsx'
import { EVENTS, OVERVIEW, WebhookTabs } from './tabs.tsx'

/** The account's webhook: its endpoint and health, or its events. */
export default function Webhooks({ tab }: { tab: 'overview' | 'events' }) {
  const isEvents = tab === 'events'
  return (
    <Page title="Webhooks" actions={isEvents ? <LiveSwitch /> : null}>
      <WebhookTabs current={isEvents ? EVENTS : OVERVIEW} />
      {isEvents ? <Events /> : <Overview />}
    </Page>
  )
}
