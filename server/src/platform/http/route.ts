import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'

/** The role of an API key or of a signed-in member. `core/accounts/roles.ts` has the rights of each role. */
export type CallerRole = 'read' | 'send' | 'full' | 'viewer' | 'developer' | 'owner'

/** The caller, set on every request below /api/v1 before its handler runs. */
export interface Caller {
  accountId: number
  bucket: number
  role: CallerRole
  /** For the audit log: `api_key:12`, `member:3`. */
  actor: string
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

/** The server's type for routes. Schemas are TypeBox: they give validation, types, response filtering and OpenAPI. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
