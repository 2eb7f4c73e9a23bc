/** What each role may do: the one table, by areas. Every route below /api/v1 is in one of them, by its registration. */
import type { App, CallerRole } from '../http/route.ts'
import { MEMBER_ROLES } from './member-queries.ts'
import { API_KEY_ROLES } from './queries.ts'

/** `read`: GET alone; `write`: all. */
type Right = 'none' | 'read' | 'write'

/** The roles of keys, those of members; within each kind from the least to the most. */
const KEYS: readonly CallerRole[] = API_KEY_ROLES.toReversed()
const MEMBERS: readonly CallerRole[] = MEMBER_ROLES.toReversed()

type Area =
  /** Messages, recipients with their devices, deliveries. */
  | 'sending'
  /** What became of it: events, suppressions, the sandbox. */
  | 'outcomes'
  /** Channels, templates, the webhook endpoint. */
  | 'configuration'
  /** The account with its limits, and the audit log. */
  | 'account'
  | 'api_keys'
  /** Who may sign in: no key, or a key that leaks would let people in who stay when it is revoked. */
  | 'members'
  /** The member's own sessions and password. */
  | 'own_sessions'

const RIGHTS: Readonly<Record<Area, Readonly<Record<CallerRole, Right>>>> = {
  sending: { read: 'read', send: 'write', full: 'write', viewer: 'read', developer: 'write', owner: 'write' },
  outcomes: { read: 'read', send: 'read', full: 'write', viewer: 'read', developer: 'write', owner: 'write' },
  configuration: { read: 'read', send: 'none', full: 'write', viewer: 'read', developer: 'write', owner: 'write' },
  account: { read: 'none', send: 'none', full: 'write', viewer: 'none', developer: 'write', owner: 'write' },
  api_keys: { read: 'none', send: 'none', full: 'write', viewer: 'none', developer: 'none', owner: 'write' },
  members: { read: 'none', send: 'none', full: 'none', viewer: 'none', developer: 'none', owner: 'write' },
  own_sessions: { read: 'none', send: 'none', full: 'none', viewer: 'write', developer: 'write', owner: 'write' },
}

declare module 'fastify' {
  interface FastifyContextConfig {
    area?: Area
  }
}

function may(role: CallerRole, area: Area, method: string): boolean {
  const right = RIGHTS[area][role]
  return right === 'write' || (right === 'read' && (method === 'GET' || method === 'HEAD'))
}

/** Why a caller of the role may not call a route, a sentence that says who may; null if it may. */
export function refusalOf(role: CallerRole, area: Area, method: string): string | null {
  if (may(role, area, method)) return null
  const isKey = KEYS.includes(role)
  const allowed = (isKey ? KEYS : MEMBERS).filter((one) => may(one, area, method))
  const [least] = allowed
  if (least === undefined) return 'Only a member who is signed in may do this'
  if (isKey) return `An API key with the role ${role} may not do this: use one with the role ${allowed.join(' or ')}`
  return least === 'owner' ? 'Only an owner may do this' : 'Only a developer or an owner may do this'
}

/** Whether no API key may use the area, whatever its role. */
function isForMembers(area: Area): boolean {
  return KEYS.every((role) => RIGHTS[area][role] === 'none')
}

function whoMay(area: Area, method: string): string {
  const named = (roles: readonly CallerRole[]) =>
    roles
      .filter((role) => may(role, area, method))
      .map((role) => `\`${role}\``)
      .join(', ')
  const keys = isForMembers(area) ? 'none' : named(KEYS)
  return `API keys that may: ${keys}. Members that may: ${named(MEMBERS)}.`
}

/** Registers routes that are in one area. Their description says who may use them. */
export function inArea(app: App, area: Area, register: (room: App) => void): void {
  void app.register((room: App, _options, done) => {
    room.addHook('onRoute', (route) => {
      route.config = { ...route.config, area }
      // Made of that by GET, whose schema it has.
      if (route.method === 'HEAD') return
      const schema = (route.schema ??= {})
      schema.description = [schema.description, whoMay(area, String(route.method))].filter(Boolean).join('\n\n')
      if (isForMembers(area)) schema.security = [{ session: [] }]
    })
    register(room)
    done()
  })
}
