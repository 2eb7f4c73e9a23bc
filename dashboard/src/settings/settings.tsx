import { Empty } from '../ui/notice.tsx'
import { Page, Tabs } from '../ui/page.tsx'
import type { ReactNode } from 'react'
import { AuditLog } from './audit-log.tsx'

const SECTIONS: Record<string, { title: string; content: () => ReactNode }> = {
  'audit-log': { title: 'Audit log', content: () => <AuditLog /> },
}

/** The settings of the account, a section at a time. */
export default function Settings({ section = 'audit-log' }: { section?: string }) {
  const shown = SECTIONS[section]
  return (
    <Page title="Settings">
      <Tabs
        label="Settings"
        tabs={Object.entries(SECTIONS).map(([name, { title }]) => ({ to: `/settings/${name}`, title }))}
      />
      {shown === undefined ? <Empty title="There are no such settings" /> : shown.content()}
    </Page>
  )
}
