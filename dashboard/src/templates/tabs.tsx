import { Tabs } from '../ui/page.tsx'

export const TEMPLATES = '/templates'
export const PARTIALS = '/templates/partials'

const TABS = [
  { to: TEMPLATES, title: 'Templates' },
  { to: PARTIALS, title: 'Layouts and partials' },
]

/** The tabs of the lists of templates. `current`: the `to` of the shown tab. */
export function TemplateTabs({ current }: { current: string }) {
  return <Tabs label="Templates" tabs={TABS} current={current} />
}
