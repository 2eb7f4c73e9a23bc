/** Which files of `server/src` may import which (ARCHITECTURE.md). `tidy.check.ts` checks it. */

/** Each folder may import those before it, and nothing else is at the top. */
export const FLOORS = ['platform', 'core', 'features', 'programs']

/** The rooms of the core, in steps. A room may import those of earlier steps. */
export const CORE = [
  ['dispatch', 'accounts', 'providers', 'events'],
  ['channels', 'recipients'],
  ['rendering'],
  ['deliveries', 'webhooks'],
  ['messages'],
]

/** The features that a feature may import. */
export const FEATURES: Record<string, string[]> = {
  members: ['sign-in'],
  search: ['request-log', 'templates'],
  templates: ['partials', 'topics'],
}
