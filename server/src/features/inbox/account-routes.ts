/** The account's side of the inbox: signing keys, and tokens for its recipients. */
import Type from 'typebox'
import { recordAudit } from '../../core/accounts/audit.ts'
import { atTop, passwordBody, passwordField } from '../../core/accounts/password-again.ts'
import { isBelowMax, limitReached, lockAccount } from '../../core/accounts/quotas.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { RequestConnections } from '../../platform/db/transaction.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors.ts'
import { plainBody, rootBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import { listRoute } from '../../platform/http/list-route.ts'
import type { App } from '../../platform/http/route.ts'
import { IdParams, IntegerInput, NameText, Time } from '../../platform/http/schemas.ts'
import { findPreferences } from '../../core/recipients/preferences/queries.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import {
  countSigningKeys,
  deleteSigningKey,
  listSigningKeys,
  newestSigningKey,
  newSigningSecret,
  SIGNING_KEYS_MAX,
  signingContext,
  SigningKeyOnce,
  SigningKeyOutput,
  signingKeyView,
  storeSigningKey,
} from './signing-keys.ts'
import { signToken, TOKEN_SECONDS_DEFAULT, TOKEN_SECONDS_MAX, TOKEN_SECONDS_MIN } from './tokens.ts'

const NAME_CHARACTERS_MAX = 255
/** The key that the service makes when the account asks for a first token. */
const OWN_KEY_NAME = 'Made for tokens of the API'

const keyBody = rootBody(
  'recipient_signing_key',
  Type.Object({ name: NameText(NAME_CHARACTERS_MAX, { examples: ['Production'] }) }),
  passwordField,
)

const tokenBody = plainBody(
  Type.Object({
    expires_in: Type.Optional(
      IntegerInput(TOKEN_SECONDS_MIN, TOKEN_SECONDS_MAX, {
        description: `How long the token is valid, in seconds. Default ${TOKEN_SECONDS_DEFAULT}`,
      }),
    ),
    ...passwordField,
  }),
)

const TokenOutput = Type.Object({
  token: Type.String({ description: "A JSON Web Token for this recipient's inbox" }),
  expires_at: Time,
})

const tags = ['Inbox']

interface AccountRouteDependencies {
  clock: Clock
  cipher: SecretsCipher
}

/** Routes of the keys that sign recipient tokens. To rotate a key, create a new one, then delete the old one. */
export function signingKeyRoutes(app: App, { clock, cipher }: AccountRouteDependencies): void {
  const path = '/api/v1/recipient_signing_keys'

  listRoute(app, {
    path,
    tags,
    summary: 'List the keys that sign recipient tokens, newest first',
    item: SigningKeyOutput,
    read: ({ pool, caller }, page) => listSigningKeys(pool, caller.bucket, caller.accountId, ...page),
    view: signingKeyView,
  })

  app.post(
    path,
    {
      // Its tokens read each inbox of the account, as long as the key exists.
      config: { passwordAgain: atTop },
      schema: {
        tags,
        summary: 'Create a key that signs recipient tokens; its secret is shown only once',
        body: keyBody.document,
        response: { 201: Type.Object({ recipient_signing_key: SigningKeyOnce }) },
      },
    },
    async (request, reply) => {
      const { caller, ip } = request
      const { name } = readBody(request, keyBody)
      const secret = newSigningSecret()
      const row = await request.write(async (tx) => {
        if (!(await isBelowMax(tx, caller, countSigningKeys, SIGNING_KEYS_MAX)))
          throw limitReached('keys', SIGNING_KEYS_MAX, `delete one first, with DELETE ${path}/{id}`)
        const created = await storeSigningKey(tx, cipher, caller, { name, secret, nowMs: clock.now() })
        const about = { action: 'recipient_signing_key.created', target: `recipient_signing_key:${created.id}` }
        await recordAudit(tx, [{ ...caller, ...about, at: clock.now(), origin: ip, details: { name } }])
        return created
      })
      void reply.code(201)
      return { recipient_signing_key: { ...signingKeyView(row), secret } }
    },
  )

  app.delete(
    `${path}/:id`,
    {
      config: { passwordAgain: atTop },
      schema: {
        tags,
        summary: 'Delete a key that signs recipient tokens; its tokens are refused from then on',
        params: IdParams,
        body: passwordBody.document,
      },
    },
    async (request, reply) => {
      const { caller, ip, params } = request
      readBody(request, passwordBody)
      const deleted = await request.write(async (tx) => {
        const [row] = await deleteSigningKey(tx, caller.bucket, caller.accountId, params.id)
        if (row === undefined) return false
        const about = { action: 'recipient_signing_key.deleted', target: `recipient_signing_key:${params.id}` }
        await recordAudit(tx, [{ ...caller, ...about, at: clock.now(), origin: ip, details: { name: row.name } }])
        return true
      })
      if (!deleted) throw new ApiError('not_found')
      return reply.code(204).send()
    },
  )
}

/** The account's newest key. Without one, it gets a key with a secret that only the service knows. */
async function keyOf(
  { pool, write }: RequestConnections,
  { clock, cipher }: AccountRouteDependencies,
  account: { bucket: number; accountId: number },
): Promise<{ id: number; secret: string }> {
  const { bucket, accountId } = account
  const find = async (connection: Connection) => {
    const [newest] = await newestSigningKey(connection, bucket, accountId)
    if (newest === undefined) return null
    return { id: newest.id, secret: cipher.decrypt(newest.secret, signingContext(accountId, newest.id)) }
  }
  const found = await find(pool)
  if (found !== null) return found
  return write(async (tx) => {
    await lockAccount(tx, bucket, accountId)
    const madeMeanwhile = await find(tx)
    if (madeMeanwhile !== null) return madeMeanwhile
    const secret = newSigningSecret()
    const { id } = await storeSigningKey(tx, cipher, account, { name: OWN_KEY_NAME, secret, nowMs: clock.now() })
    return { id, secret }
  })
}

/** The route that makes tokens of recipients. */
export function tokenRoutes(app: App, dependencies: AccountRouteDependencies): void {
  const { clock } = dependencies

  app.post(
    '/api/v1/notification_users/:id/tokens',
    {
      config: { idempotencyKey: 'ignored', passwordAgain: atTop },
      schema: {
        tags,
        summary: "Make a token with which a notification user's app reads the inbox",
        params: IdParams,
        body: tokenBody.document,
        response: { 201: Type.Object({ recipient_token: TokenOutput }) },
      },
    },
    async (request, reply) => {
      const { pool, caller, params } = request
      const { bucket, accountId } = caller
      const [recipient] = await findPreferences(pool, bucket, accountId, params.id)
      if (recipient === undefined) throw new ApiError('not_found')
      const { expires_in: seconds = TOKEN_SECONDS_DEFAULT } = readBody(request, tokenBody)
      const key = await keyOf(request, dependencies, caller)
      const names = { keyId: key.id, accountId, recipientId: params.id }
      const { token, expiresAt } = await signToken(names, key.secret, { nowMs: clock.now(), seconds })
      void reply.code(201)
      return { recipient_token: { token, expires_at: isoTime(expiresAt) } }
    },
  )
}
