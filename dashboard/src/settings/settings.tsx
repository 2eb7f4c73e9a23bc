import type { ReactNode } from 'react'
import { useWhyNot } from '../api/session.tsx'
import type { Permission } from '../api/session.tsx'
import { Empty } from '../ui/notice.tsx'
import { Page, Tabs } from '../ui/page.tsx'
import { ServerConfiguration } from '../webhooks/server-configuration.tsx'
import { AccountSettings } from './account.tsx'
import { ApiKeys } from './api-keys.tsx'
import { AuditLog } from './audit-log.tsx'
import { Limits } from './limits.tsx'
import { Mails } from './mails.tsx'
import { Members } from './members.tsx'
import { Profile } from './profile.tsx'
import { RequestLog } from './request-log.tsx'
import { Suppressions } from './suppressions.tsx'
import { Topics } from './topics.tsx'

interface Section {
  name: string
  title: string
  /** The right to read the section. null: every member. */
  permission: Permission | null
  content: () => ReactNode
}

const SECTIONS: readonly Section[] = [
  {
    name: 'server-configuration',
    title: 'Server Configuration',
    permission: null,
    content: () => <ServerConfiguration />,
  },
  { name: 'topics', title: 'Topics', permission: null, content: () => <Topics /> },
  {
    name: 'suppressions',
    title: 'Suppressed addresses',
    permission: null,
    content: () => <Suppressions />,
  },
  { name: 'api-keys', title: 'API keys', permission: 'manage members', content: () => <ApiKeys /> },
  { name: 'members', title: 'Members', permission: 'manage members', content: () => <Members /> },
  { name: 'account', title: 'Account', permission: 'change', content: () => <AccountSettings /> },
  { name: 'limits', title: 'Limits', permission: 'change', content: () => <Limits /> },
  { name: 'audit-log', title: 'Audit log', permission: 'change', content: () => <AuditLog /> },
  { name: 'requests', title: 'Request log', permission: null, content: () => <RequestLog /> },
  { name: 'mails', title: 'Mails', permission: null, content: () => <Mails /> },
  { name: 'profile', title: 'Your profile', permission: null, content: () => <Profile /> },
]

function Content({ section }: { section: Section }) {
  const whyNot = useWhyNot(section.permission ?? 'change')
  if (section.permission !== null && whyNot !== null)
    return <Empty title={`${section.title}: not available to your role`}>{whyNot}.</Empty>
  return section.content()
}

/** The settings of the account, one section at a time. */
export default function Settings({ section = 'server-configuration' }: { section?: string }) {
  const shown = SECTIONS.find(({ name }) => name === section)
  return (
    <Page title="Settings">
      <Tabs
        label="Settings"
        tabs={SECTIONS.map(({ name, title }) => ({ to: `/settings/${name}`, title }))}
        current={`/settings/${section}`}
      />
      {shown === undefined ? <Empty title="Settings page not found" /> : <Content section={shown} />}
    </Page>
  )
}
