/** The page of the documentation that explains each page of the dashboard; the longest path that fits counts. */
const GUIDES: readonly (readonly [path: string, title: string, address: string])[] = [
  ['/', 'First steps', '/docs/first-steps'],
  ['/messages', 'Sending', '/docs/guides/sending'],
  ['/deliveries', 'The states of a delivery', '/docs/delivery-states'],
  ['/analytics', 'The states of a delivery', '/docs/delivery-states'],
  ['/templates', 'Templates', '/docs/guides/templates'],
  ['/recipients', 'Users in your app', '/docs/guides/users-in-your-app'],
  ['/webhooks', 'Webhooks', '/docs/guides/webhooks'],
  ['/webhooks/events', 'Events and webhooks', '/docs/events'],
  ['/channels', 'Providers', '/docs/providers'],
  ['/inbox', 'Testing', '/docs/guides/testing'],
  ['/settings', 'The documentation', '/docs/'],
  ['/settings/server-configuration', 'Webhooks', '/docs/guides/webhooks'],
  ['/settings/topics', 'Topics and preferences', '/docs/guides/topics'],
  ['/settings/suppressions', 'Errors and retries', '/docs/guides/errors-and-retries'],
  ['/settings/members', 'Security', '/docs/security'],
  ['/settings/api-keys', 'Before you begin', '/docs/guides'],
]

export interface Guide {
  title: string
  address: string
}

/** The guide to the page at a path of the dashboard. */
export function guideTo(path: string): Guide {
  const fitting = GUIDES.filter(([start]) => path === start || path.startsWith(start === '/' ? start : `${start}/`))
  const [, title, address] = fitting.toSorted(([a], [b]) => b.length - a.length)[0]!
  return { title, address }
}

/** All of them, for the test that they exist. */
export const GUIDE_ADDRESSES: readonly string[] = GUIDES.map(([, , address]) => address)
