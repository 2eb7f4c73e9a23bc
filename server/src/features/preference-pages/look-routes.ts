import Type from 'typebox'
import type { Static } from 'typebox'
import { recordAudit } from '../../core/accounts/audit.ts'
import type { Context } from '../../platform/context.ts'
import { invalid } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import type { App } from '../../platform/http/route.ts'
import { BlankIsNull, Nullable, OptionalText } from '../../platform/http/schemas.ts'
import { DEFAULT_COLORS } from './html.ts'
import { findLook, writeLook } from './queries.ts'
import type { LookRow } from './queries.ts'

const TITLE_CHARACTERS_MAX = 100
const COLOR = /^#[0-9a-f]{6}$/i
const ONE_LINE = /^\P{Cc}*$/u

const color = (of: string, standard: string) =>
  BlankIsNull(OptionalText(7, { description: `The color of ${of}. null: ${standard}`, examples: ['#1d4ed8'] }))

const body = rootBody(
  'preference_page',
  Type.Object({
    title: Type.Optional(
      BlankIsNull(
        OptionalText(TITLE_CHARACTERS_MAX, {
          description: 'The name at the top of the page. null: the name of the account',
          examples: ['Acme'],
        }),
      ),
    ),
    accent_color: Type.Optional(color('the head and of buttons', DEFAULT_COLORS.accentColor)),
    background_color: Type.Optional(color('the background', DEFAULT_COLORS.backgroundColor)),
  }),
)

const Look = Type.Object({
  title: Nullable(Type.String()),
  accent_color: Nullable(Type.String()),
  background_color: Nullable(Type.String()),
})
type LookView = Static<typeof Look>
const response = Type.Object({ preference_page: Look })

const tags = ['Topics and preferences']
const PLAIN: LookRow = { title: null, accentColor: null, backgroundColor: null }

function lookView({ title, accentColor, backgroundColor }: LookRow): LookView {
  return { title, accent_color: accentColor, background_color: backgroundColor }
}

/** The look after a change. Absent fields stay. Throws 422 on a text that is not a color. */
function changed(before: LookView, given: Partial<LookView>): LookView {
  const look = { ...before, ...given }
  const errors: Record<string, string[]> = {}
  for (const name of ['accent_color', 'background_color'] as const) {
    if (look[name] !== null && !COLOR.test(look[name])) errors[name] = ['must be a color like #1d4ed8']
    look[name] = look[name]?.toLowerCase() ?? null
  }
  if (look.title !== null && !ONE_LINE.test(look.title)) errors['title'] = ['must be one line']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return look
}

/** Routes of the look of the account's pages for recipients. */
export function lookRoutes(app: App, { clock }: Pick<Context, 'clock'>): void {
  app.get(
    '/api/v1/preference_page',
    { schema: { tags, summary: 'Show the look of the pages for recipients', response: { 200: response } } },
    async ({ pool, caller: { bucket, accountId } }) => {
      const [row = PLAIN] = await findLook(pool, bucket, accountId)
      return { preference_page: lookView(row) }
    },
  )

  app.patch(
    '/api/v1/preference_page',
    {
      schema: {
        tags,
        summary: 'Change the look of the pages for recipients',
        body: body.document,
        response: { 200: response },
      },
    },
    async (request) => {
      const { bucket, accountId } = request.caller
      const given = readBody(request, body)
      const look = await request.write(async (tx) => {
        const [before = PLAIN] = await findLook(tx, bucket, accountId)
        const look = changed(lookView(before), given)
        await writeLook(tx, bucket, accountId, look.title, look.accent_color, look.background_color)
        const entry = { ...request.caller, action: 'preference_page.changed', at: clock.now(), origin: request.ip }
        await recordAudit(tx, [{ ...entry, target: null, details: look }])
        return look
      })
      return { preference_page: look }
    },
  )
}
