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
  drafts: ['templates'],
  members: ['sign-in'],
  partials: ['templates'],
  search: ['request-log', 'templates'],
  templates: ['topics'],
}

/** Imports against these rules that are not removed yet: the file and what it imports. The list may only become shorter. */
export const DEBT: readonly (readonly [from: string, to: string])[] = [
  ['features/sign-in/routes.ts', 'features/members/members.ts'],
  ['features/sign-in/sign-in.ts', 'features/members/members.ts'],
  ['features/sign-in/sign-in.ts', 'features/members/queries.ts'],
  ['features/templates/preview-routes.ts', 'features/partials/preview.ts'],
  ['features/templates/store-version.ts', 'features/partials/queries.ts'],
  ['features/templates/write.ts', 'features/drafts/draft.ts'],
  ['features/templates/write.ts', 'features/drafts/queries.ts'],
  ['features/templates/write.ts', 'features/partials/store.ts'],
]
