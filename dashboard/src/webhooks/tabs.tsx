import { Tabs } from '../ui/page.tsx'

export const OVERVIEW = '/webhooks'
export const EVENTS = '/webhooks/events'

const TABS = [
  { to: OVERVIEW, title: 'Overview' },
  { to: EVENTS, title: 'Events' },
]

/** The tabs of the pages of webhooks. `current`: the `to` of the shown tab. */
export function WebhookTabs({ current }: { current: string }) {
  return <Tabs label="Webhooks" tabs={TABS} current={current} />
}
