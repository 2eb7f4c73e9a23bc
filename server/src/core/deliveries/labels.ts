/** Labels are the caller's own words about a message: a reference and metadata. Its deliveries and events have them too. */
import { NAME_PATTERN } from '@tidings/cli/name-rules'
import Type from 'typebox'
import type { FieldErrors } from '../../platform/errors.ts'
import { NameText, Nullable, OwnName } from '../../platform/http/schemas.ts'
import { shownName } from '../../platform/http/validation-errors.ts'
import { FORBIDDEN_NAMES } from '../recipients/recipient.ts'

export interface Labels {
  reference: string | null
  /** JSON of names and texts. */
  metadata: string | null
}

type Metadata = Record<string, string>

const REFERENCE_MAX = 255
const METADATA_NAMES_MAX = 20
const METADATA_NAME_MAX = 40
const METADATA_VALUE_MAX = 500
const METADATA_BYTES_MAX = 4 * 1024

const reference = { examples: ['order-1001'] }
const metadata = { examples: [{ order_id: '1001', shop: 'Bern' }] }

/** The fields of a create. `metadataErrors` has more rules. */
export const labelInputs = {
  reference: Type.Optional(
    Nullable(
      OwnName(REFERENCE_MAX, {
        ...reference,
        description:
          'Your own word for the message, for example the number of an order. Its deliveries and events have it too. ' +
          'Several messages may have the same',
      }),
    ),
  ),
  metadata: Type.Optional(
    Nullable(
      Type.Unsafe<Metadata>({
        ...metadata,
        type: 'object',
        maxProperties: METADATA_NAMES_MAX,
        additionalProperties: { type: 'string', maxLength: METADATA_VALUE_MAX },
        description:
          'Your own names and texts. The deliveries and events of the message have them too. At most ' +
          `${METADATA_NAMES_MAX} names of ${METADATA_NAME_MAX} characters, texts of ${METADATA_VALUE_MAX} characters, 4 KiB in all`,
      }),
    ),
  ),
}

/** The members of a message and of a delivery that has labels. */
export const labelFields = {
  reference: Type.Optional(
    Type.String({ ...reference, description: 'Your own word for the message. Absent if it has none' }),
  ),
  metadata: Type.Optional(
    Type.Unsafe<Metadata>({
      ...metadata,
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Your own names and texts of the message. Absent if it has none',
    }),
  ),
}

export const ReferenceFilter = NameText(REFERENCE_MAX, { ...reference, description: 'The whole reference' })

export function labelsShown(labels: Labels): { reference?: string; metadata?: Metadata } {
  return {
    ...(labels.reference === null ? {} : { reference: labels.reference }),
    ...(labels.metadata === null ? {} : { metadata: JSON.parse(labels.metadata) as Metadata }),
  }
}

/** Metadata to store. Null: there is none. */
export function metadataText(given: Metadata | null | undefined): string | null {
  return given == null || Object.keys(given).length === 0 ? null : JSON.stringify(given)
}

/** The mistake of a name, as the end of a sentence. Null: there is none. */
function nameMistake(name: string): string | null {
  if (FORBIDDEN_NAMES.has(name)) return 'is not allowed'
  if (name.length > METADATA_NAME_MAX) return `is too long as a name (maximum is ${METADATA_NAME_MAX} characters)`
  const isOneLine = new RegExp(NAME_PATTERN).test(name)
  return isOneLine ? null : 'must have a name of one line without control characters, and not blank'
}

/** Checks the names and the size. Returns errors by field. */
export function metadataErrors(given: Metadata): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of Object.keys(given)) {
    const mistake = nameMistake(name)
    if (mistake !== null) errors[`metadata.${shownName(name)}`] = [mistake]
  }
  if (Buffer.byteLength(JSON.stringify(given)) > METADATA_BYTES_MAX)
    errors['metadata'] = ['is too long (maximum is 4 KB)']
  return errors
}
