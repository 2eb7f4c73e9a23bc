/** The errors of a message whose recipient or template does not exist, or has only one of its two names. */
import type { FieldErrors } from '../../platform/errors.ts'
import { unknownNames } from '../../platform/http/two-names.ts'
import type { RecipientKey } from '../recipients/queries.ts'
import { RECIPIENT_NAMES } from '../recipients/recipient-id.ts'
import type { TemplateKey } from '../rendering/find-templates.ts'

/** `load` reads the recipient of one name. */
export function recipientErrors(
  key: RecipientKey,
  load: (alone: RecipientKey) => Promise<object | null>,
): Promise<FieldErrors> {
  return unknownNames(RECIPIENT_NAMES, { id: key.id, name: key.externalUserId }, async ({ id, name }) => {
    return (await load({ ...key, id, externalUserId: name })) !== null
  })
}

/** `load` reads the template of one name. */
export function templateErrors(
  key: TemplateKey,
  load: (alone: TemplateKey) => Promise<object | null>,
): Promise<FieldErrors> {
  return unknownNames(['message_template_id', 'message_template_name'], key, async (alone) => {
    return (await load({ ...key, ...alone })) !== null
  })
}
