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
  inbox: ['sign-in'],
  members: ['sign-in'],
  partials: ['templates'],
  'personal-data': ['inbox', 'sign-in', 'test-receiver'],
  'preference-pages': ['topics'],
  search: ['request-log', 'templates'],
  templates: ['topics'],
}

/** Imports against these rules that are not removed yet: the file and what it imports. The list may only become shorter. */
export const DEBT: readonly (readonly [from: string, to: string])[] = [
  ['core/accounts/api-key-routes.ts', 'features/sign-in/password-again.ts'],
  ['core/accounts/authentication.ts', 'features/sign-in/sessions/authentication.ts'],
  ['core/accounts/authentication.ts', 'features/sign-in/sessions/cookie.ts'],
  ['core/accounts/authentication.ts', 'features/sign-in/sessions/sessions.ts'],
  ['core/accounts/routes.ts', 'features/sign-in/password-again.ts'],
  ['core/channels/routes.ts', 'features/sign-in/password-again.ts'],
  ['core/deliveries/routes.ts', 'features/explanation/routes.ts'],
  ['core/recipients/preferences/routes.ts', 'features/topics/queries.ts'],
  ['core/recipients/preferences/store.ts', 'features/topics/queries.ts'],
  ['core/recipients/routes.ts', 'features/sign-in/password-again.ts'],
  ['core/rendering/find-templates.ts', 'features/templates/template.ts'],
  ['core/webhooks/attempt.ts', 'features/test-receiver/receiver.ts'],
  ['core/webhooks/endpoints/changes.ts', 'features/replays/queries.ts'],
  ['core/webhooks/endpoints/schemas.ts', 'features/test-receiver/test-receiver.ts'],
  ['core/webhooks/operation-routes.ts', 'features/sign-in/password-again.ts'],
  ['core/webhooks/routes.ts', 'features/first-steps/routes.ts'],
  ['core/webhooks/routes.ts', 'features/replays/replay.ts'],
  ['core/webhooks/routes.ts', 'features/replays/routes.ts'],
  ['core/webhooks/routes.ts', 'features/sign-in/password-again.ts'],
  ['core/webhooks/routes.ts', 'features/test-receiver/routes.ts'],
  ['core/webhooks/url-at-save.ts', 'features/test-receiver/test-receiver.ts'],
  ['features/sign-in/routes.ts', 'features/members/members.ts'],
  ['features/sign-in/sign-in.ts', 'features/members/members.ts'],
  ['features/sign-in/sign-in.ts', 'features/members/queries.ts'],
  ['features/templates/preview-routes.ts', 'features/partials/preview.ts'],
  ['features/templates/routes.ts', 'features/drafts/draft.ts'],
  ['features/templates/routes.ts', 'features/drafts/queries.ts'],
  ['features/templates/routes.ts', 'features/drafts/routes.ts'],
  ['features/templates/routes.ts', 'features/partials/routes.ts'],
  ['features/templates/routes.ts', 'features/partials/store.ts'],
  ['features/templates/store-version.ts', 'features/partials/queries.ts'],
]
