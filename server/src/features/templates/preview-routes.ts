import Type from 'typebox'
import { invalid } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody, LONG_BODY_BYTES_MAX } from '../../platform/http/body.ts'
import type { App } from '../../platform/http/route.ts'
import { canonicalLocale, LOCALE_MISTAKE, LocaleInput } from '../../platform/http/locale.ts'
import { AlsoNamed, BlankIsNull } from '../../platform/http/schemas.ts'
import { plainTextOf, smsPartsOf, smsTextOf } from '../../core/providers/plain-text.ts'
import { readRecipient, RecipientInput } from '../../core/recipients/recipient.ts'
import { contentErrors, contentOf, contentTexts, EmailInput, PushInput } from '../../core/rendering/content.ts'
import { contentObject, fixedTextErrors, RenderedContentOutput } from '../../core/rendering/render-content.ts'
import { AttributesInput } from '../../core/rendering/texts.ts'
import { FORMATS_DEFAULT, formatsOf } from '../../core/rendering/locale-filters.ts'
import { NAMES_SHOWN_MAX } from '../../core/rendering/names-used.ts'
import { templateNames } from '../../core/rendering/names.ts'
import { emptyRecipient, withFields } from '../../core/recipients/sample.ts'
import type { RecipientNames } from '../../core/rendering/names.ts'
import { PARTIALS_MAX, errorsOf } from '../../core/rendering/partials.ts'
import { PartialOfPreview, partialsForPreview } from '../partials/preview.ts'
import type { Rendering } from '../../core/rendering/rendering.ts'
import { mergeTemplate, TemplateInput, textsOf } from './template.ts'

const ATTRIBUTES_MAX = 500

const { subject, body, body_format } = TemplateInput.properties
const previewBody = rootBody(
  'preview',
  Type.Object({
    subject,
    body,
    body_format,
    email: Type.Optional(EmailInput),
    push: Type.Optional(PushInput),
    locale: Type.Optional(
      BlankIsNull(LocaleInput({ description: `The locale of dates and numbers. Default ${FORMATS_DEFAULT}` })),
    ),
    message_attributes_attributes: Type.Optional(AlsoNamed(AttributesInput(ATTRIBUTES_MAX), 'message_attributes')),
    partials: Type.Optional(
      Type.Array(PartialOfPreview, {
        maxItems: PARTIALS_MAX,
        description: 'Unsaved partials. Each replaces the stored one with the name',
      }),
    ),
    notification_user: Type.Optional({
      ...RecipientInput,
      description: 'A sample recipient for the texts. It need not exist',
    }),
  }),
)

const Names = Type.Array(Type.String(), { examples: [['order.id']] })

const PreviewOutput = Type.Object({
  subject: Type.String(),
  body: Type.String(),
  text: Type.String({ description: 'The body as plain text, as SMS, pushes and the inbox have it' }),
  sms: Type.Object({
    text: Type.String({ description: 'The text of an SMS, at most 1,600 characters' }),
    parts: Type.Integer({ minimum: 1, description: 'The number of messages that this text needs' }),
    outside: Type.Array(Type.String(), {
      description: 'Characters outside of GSM-7, at most 10. With one of them, a part has 70 characters instead of 160',
    }),
  }),
  ...RenderedContentOutput,
  names: { ...Names, description: `Names used in the texts, at most ${NAMES_SHOWN_MAX}` },
  unknown_names: { ...Names, description: `Undefined names, at most ${NAMES_SHOWN_MAX}: they render empty` },
})

const SAMPLE_LINKS = {
  unsubscribe_url: 'https://example.com/unsubscribe/sample',
  preferences_url: 'https://example.com/preferences/sample',
}

/** Throws 422 on mistakes. */
function sampleRecipient(given: object): RecipientNames {
  const checked = readRecipient(given)
  if (!checked.ok) throw invalid(checked.errors, checked.code)
  return withFields(emptyRecipient(checked.value.external_user_id ?? null), checked.value)
}

/** Renders unsaved texts with sample values. */
export function templatePreviewRoutes(app: App, { rendering }: { rendering: Rendering }): void {
  // Each preview gets a new version number, so the cache never returns an earlier preview's parsed text.
  let previews = 0

  app.post(
    '/api/v1/message_templates/preview',
    {
      bodyLimit: LONG_BODY_BYTES_MAX,
      config: { hasLargeResponse: true, idempotencyKey: 'ignored' },
      schema: {
        tags: ['Message templates'],
        summary: 'Render texts with sample values; nothing is stored',
        description: 'To preview a stored template with an existing recipient, use `POST /api/v1/messages/preview`.',
        body: previewBody.document,
        response: { 200: Type.Object({ preview: PreviewOutput }) },
      },
    },
    async (request) => {
      const {
        message_attributes_attributes: attributes = [],
        notification_user: given,
        partials: givenPartials = [],
        locale: asked = null,
        email,
        push,
        ...input
      } = readBody(request, previewBody)
      const merged = mergeTemplate(null, input)
      if (!merged.ok) throw invalid(merged.errors)
      const content = contentOf({ email, push })
      const wrong = { ...contentErrors('', content), ...fixedTextErrors('', content) }
      if (Object.keys(wrong).length > 0) throw invalid(wrong)
      const texts = [
        ...textsOf(merged.text),
        ...contentTexts('', content).flatMap(({ field, text }) => (text ? [{ field, text }] : [])),
      ]
      const recipient = sampleRecipient(given ?? {})
      const locale = asked === null ? null : canonicalLocale(asked)
      if (asked !== null && locale === null) throw invalid({ locale: [LOCALE_MISTAKE] })
      const values = attributes.map(({ name, value = null }) => ({ name, value }))
      const names = templateNames(values, recipient, SAMPLE_LINKS, locale)
      const { subject, body, bodyFormat } = merged.text
      const { bucket, accountId } = request.caller
      const key = { accountId, templateId: 0, version: ++previews }
      const partials = await partialsForPreview(
        request.pool,
        { rendering, bucket, accountId },
        { texts, given: givenPartials, version: key.version, locale },
      )
      const localized = locale === null ? null : { locale, formats: formatsOf(locale) }
      const channels = [{ channelId: 0, subject: null, body: null, url: null, content }]
      const text = { ...key, subject, body, bodyFormat, channels, localized, partials, names }
      const preview = await rendering.preview(text, texts)
      if (Object.keys(preview.mistakes).length > 0) throw invalid(errorsOf(preview.mistakes))
      const { result } = preview
      if (!result.ok) throw invalid({ body: [result.sentence] }, result.code)
      const about = { names: preview.names, unknown_names: preview.unknownNames }
      const written = { subject: result.subject, body: result.body, bodyFormat }
      const sms = smsTextOf(written) ?? ''
      const plain = { text: plainTextOf(written), sms: { text: sms, ...smsPartsOf(sms) } }
      const of = contentObject(result.channels.get(0)!)
      return { preview: { subject: result.subject, body: result.body, ...plain, ...of, ...about } }
    },
  )
}
