/** The rights of each role, by areas. Each route below /api/v1 is registered in one area (`areas.ts`). */
import type { CallerRole } from '../../platform/http/route.ts'
import { API_KEY_ROLES, MEMBER_ROLES } from './role-names.ts'

/** `read`: GET only. `write`: all methods. */
type Right = 'none' | 'read' | 'write'

/** Roles of API keys and of members, from fewest to most rights. */
export const KEYS: readonly CallerRole[] = API_KEY_ROLES.toReversed()
export const MEMBERS: readonly CallerRole[] = MEMBER_ROLES.toReversed()

export type Area =
  /** Messages, recipients with their devices, deliveries. */
  | 'sending'
  /** All data of one person at once: its export, and its erasure, which cannot be undone. */
  | 'personal_data'
  /** Results of sending: events, suppressions, the sandbox. */
  | 'outcomes'
  /** Channels, templates, the webhook endpoint. */
  | 'configuration'
  /** The account with its limits, and the audit log. */
  | 'account'
  | 'api_keys'
  /** The key of the request. */
  | 'own_key'
  /** The tools for assistants. They call routes of the other areas. */
  | 'mcp'
  /**
   * People with access. API keys have no rights here: a leaked key could add people who keep access after it is
   * revoked.
   */
  | 'members'
  /** The member's own sessions and password. */
  | 'own_sessions'

export const RIGHTS: Readonly<Record<Area, Readonly<Record<CallerRole, Right>>>> = {
  sending: { read: 'read', send: 'write', full: 'write', viewer: 'read', developer: 'write', owner: 'write' },
  personal_data: { read: 'none', send: 'none', full: 'write', viewer: 'none', developer: 'write', owner: 'write' },
  outcomes: { read: 'read', send: 'read', full: 'write', viewer: 'read', developer: 'write', owner: 'write' },
  configuration: { read: 'read', send: 'none', full: 'write', viewer: 'read', developer: 'write', owner: 'write' },
  account: { read: 'none', send: 'none', full: 'write', viewer: 'none', developer: 'write', owner: 'write' },
  api_keys: { read: 'none', send: 'none', full: 'write', viewer: 'none', developer: 'none', owner: 'write' },
  mcp: { read: 'write', send: 'write', full: 'write', viewer: 'none', developer: 'none', owner: 'none' },
  own_key: { read: 'read', send: 'read', full: 'read', viewer: 'none', developer: 'none', owner: 'none' },
  members: { read: 'none', send: 'none', full: 'none', viewer: 'none', developer: 'none', owner: 'write' },
  own_sessions: { read: 'none', send: 'none', full: 'none', viewer: 'write', developer: 'write', owner: 'write' },
}

declare module 'fastify' {
  interface FastifyContextConfig {
    area?: Area
  }
}

/** Whether the role may use routes of the area with the method. */
export function may(role: CallerRole, area: Area, method: string): boolean {
  const right = RIGHTS[area][role]
  return right === 'write' || (right === 'read' && (method === 'GET' || method === 'HEAD'))
}

/** Returns null if the role may call the route. Otherwise an error sentence that names the roles that may. */
export function refusalOf(role: CallerRole, area: Area, method: string): string | null {
  if (may(role, area, method)) return null
  const isKey = KEYS.includes(role)
  const allowed = (isKey ? KEYS : MEMBERS).filter((one) => may(one, area, method))
  const [least] = allowed
  if (least === undefined) return isKey ? 'Only a signed-in member may do this' : 'Only an API key may do this'
  if (isKey) return `An API key with the role ${role} may not do this: use one with the role ${allowed.join(' or ')}`
  return least === 'owner' ? 'Only an owner may do this' : 'Only a developer or an owner may do this'
}
