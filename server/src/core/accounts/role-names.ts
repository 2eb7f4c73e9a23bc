/** The names of roles. `roles.ts` has their rights. */

/** Roles of API keys, from most to fewest rights. */
export const API_KEY_ROLES = ['full', 'send', 'read'] as const
export type ApiKeyRole = (typeof API_KEY_ROLES)[number]

/** `viewer`: reads. `developer`: also writes, except members, API keys and limits. `owner`: everything. */
export const MEMBER_ROLES = ['owner', 'developer', 'viewer'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]
