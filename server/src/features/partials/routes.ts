import { isDeepStrictEqual } from 'node:util'
import Type from 'typebox'
import { isBelowMax, limitReached } from '../../core/accounts/quotas.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody, LONG_BODY_BYTES_MAX } from '../../platform/http/body.ts'
import { listRoute } from '../../platform/http/list-route.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { byLocale, localeNameErrors } from '../../platform/http/locale.ts'
import { IdParams } from '../../platform/http/schemas.ts'
import type { Checked } from '../../core/rendering/parse.ts'
import type { Rendering } from '../../core/rendering/rendering.ts'
import { versionsRoute } from '../../platform/http/versions-route.ts'
import { PARTIAL_NAME_CHARACTERS_MAX } from '../../core/rendering/partial-tags.ts'
import { PARTIALS_MAX, errorsOf } from '../../core/rendering/partials.ts'
import { PartialInput, PartialOutput, PartialPatch, partialView, USERS_SHOWN_MAX } from './partial.ts'
import type { PartialUser } from './partial.ts'
import {
  countPartials,
  deletePartial,
  findPartial,
  findPartialId,
  insertPartial,
  listPartials,
  listPartialVersions,
  updatePartial,
  usersOfPartial,
} from './queries.ts'
import { lockPartials, storePartialVersion, textsOf } from './store.ts'
import type { PartialTexts } from './store.ts'

export interface PartialRouteDependencies extends Pick<Context, 'clock'> {
  rendering: Rendering
}

const createBody = rootBody('partial', PartialInput, {}, PartialOutput)
const patchBody = rootBody('partial', PartialPatch, {}, PartialOutput)
const response = Type.Object({ partial: PartialOutput })
const tags = ['Message templates']
const { version, text, locales, created_at } = PartialOutput.properties

/** The error with the id of the partial that has the name. That partial may be deleted by now. */
async function nameTaken(connection: Connection, { bucket, accountId }: Caller, name: string): Promise<ApiError> {
  const [other] = await findPartialId(connection, bucket, accountId, name)
  const path = `/api/v1/partials/${other?.id ?? '{id}'}`
  return new ApiError('name_taken', { sentence: `The name is already taken: change that partial with PATCH ${path}` })
}

function inUse(users: readonly PartialUser[]): ApiError {
  const names = users.map(({ kind, name }) => `the ${kind} ${name}`)
  const more = names.length === USERS_SHOWN_MAX ? ' and maybe more' : ''
  return new ApiError('partial_in_use', {
    sentence: `These use the partial: ${names.join(', ')}${more}. Remove it from their texts first`,
  })
}

/** Parses the texts outside of a transaction, because it may wait for its turn. Throws 422 on a mistake. */
async function checkedTexts(rendering: Rendering, accountId: number, texts: PartialTexts): Promise<Checked> {
  const errors = localeNameErrors(texts.locales)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const checked = await rendering.check(accountId, textsOf(texts))
  if (Object.keys(checked.mistakes).length > 0) throw invalid(errorsOf(checked.mistakes))
  return checked
}

/** Routes of partials. Each change of a text makes a new version, and the next renders use it. */
export function partialRoutes(app: App, dependencies: PartialRouteDependencies): void {
  listRoute(app, {
    path: '/api/v1/partials',
    tags,
    summary: 'List the partials, newest first',
    filters: { name: Type.Optional(Type.String({ maxLength: PARTIAL_NAME_CHARACTERS_MAX })) },
    item: PartialOutput,
    read: ({ pool, caller, query }, page) =>
      listPartials(pool, caller.bucket, caller.accountId, query.name ?? null, ...page),
    view: partialView,
  })

  app.get(
    '/api/v1/partials/:id',
    { schema: { tags, summary: 'Show a partial', params: IdParams, response: { 200: response } } },
    async ({ pool, caller, params }) => {
      const [row] = await findPartial(pool, caller.bucket, caller.accountId, params.id)
      if (row === undefined) throw new ApiError('not_found')
      return { partial: partialView(row) }
    },
  )

  versionsRoute(app, {
    path: '/api/v1/partials/:id/versions',
    tags,
    summary: 'List the versions of a partial with their texts, newest first',
    item: { version, text, locales, created_at },
    find: findPartial,
    list: listPartialVersions,
    textsOf: ({ text, locales }) => ({ text, locales }),
  })
  createRoute(app, dependencies)
  changeRoute(app, dependencies)
  deleteRoute(app, dependencies)
}

function createRoute(app: App, { clock, rendering }: PartialRouteDependencies): void {
  app.post(
    '/api/v1/partials',
    {
      bodyLimit: LONG_BODY_BYTES_MAX,
      schema: { tags, summary: 'Create a partial', body: createBody.document, response: { 201: response } },
    },
    async (request, reply) => {
      const { bucket, accountId } = request.caller
      const { name, text, locales: given = [] } = readBody(request, createBody)
      const texts = { text, locales: byLocale(given) }
      const { uses } = await checkedTexts(rendering, accountId, texts)
      const now = isoTime(clock.now())
      const row = await request.write(async (tx) => {
        // It locks the account, as `lockPartials` does.
        if (!(await isBelowMax(tx, request.caller, countPartials, PARTIALS_MAX)))
          throw limitReached('partials', PARTIALS_MAX, 'delete one first, with DELETE /api/v1/partials/{id}')
        const [inserted] = await insertPartial(tx, bucket, accountId, name, now)
        if (inserted === undefined) throw await nameTaken(tx, request.caller, name)
        const { id } = inserted
        await storePartialVersion(tx, { bucket, accountId, id, version: 1 }, { name, ...texts, uses }, now)
        const [stored] = await findPartial(tx, bucket, accountId, id)
        return stored!
      })
      void reply.code(201)
      return { partial: partialView(row) }
    },
  )
}

function changeRoute(app: App, { clock, rendering }: PartialRouteDependencies): void {
  app.patch(
    '/api/v1/partials/:id',
    {
      bodyLimit: LONG_BODY_BYTES_MAX,
      schema: {
        tags,
        summary: 'Change the text of a partial for all templates that use it',
        params: IdParams,
        body: patchBody.document,
        response: { 200: response },
      },
    },
    async (request) => {
      const { pool } = request
      const { bucket, accountId } = request.caller
      const { id } = request.params
      const [known] = await findPartial(pool, bucket, accountId, id)
      if (known === undefined) throw new ApiError('not_found')
      const given = readBody(request, patchBody, partialView(known))
      const textsFrom = ({ text, locales }: PartialTexts) => ({
        text: given.text ?? text,
        locales: given.locales === undefined ? locales : byLocale(given.locales),
      })
      const { uses } = await checkedTexts(rendering, accountId, textsFrom(known))
      const row = await request.write(async (tx) => {
        await lockPartials(tx, request.caller)
        const [existing] = await findPartial(tx, bucket, accountId, id)
        if (existing === undefined) throw new ApiError('not_found')
        const texts = textsFrom(existing)
        if (isDeepStrictEqual(texts, { text: existing.text, locales: existing.locales })) return existing
        const version = existing.version + 1
        const now = isoTime(clock.now())
        await updatePartial(tx, bucket, accountId, id, version, now)
        const { name } = existing
        await storePartialVersion(tx, { bucket, accountId, id, version }, { name, ...texts, uses }, now)
        const [stored] = await findPartial(tx, bucket, accountId, id)
        return stored!
      })
      return { partial: partialView(row) }
    },
  )
}

function deleteRoute(app: App, { clock }: PartialRouteDependencies): void {
  app.delete(
    '/api/v1/partials/:id',
    { schema: { tags, summary: 'Delete a partial; no template or partial may use it', params: IdParams } },
    async (request, reply) => {
      const { bucket, accountId } = request.caller
      const { id } = request.params
      await request.write(async (tx) => {
        await lockPartials(tx, request.caller)
        const users = await usersOfPartial(tx, bucket, accountId, id)
        if (users.length > 0) throw inUse(users)
        const gone = await deletePartial(tx, bucket, accountId, id, isoTime(clock.now()))
        if (gone.length === 0) throw new ApiError('not_found')
      })
      return reply.code(204).send()
    },
  )
}
