import Type from 'typebox'
import { AnyJson, Id, Nullable, RequiredText } from '../../platform/http/schemas.ts'

/** Values for rendering, by name, in a message or a preview. */
export function AttributesInput(itemsMax: number) {
  const Attribute = Type.Object({
    name: RequiredText(255),
    value: Type.Optional(AnyJson),
    id: Type.Optional({
      ...Nullable(Id),
      description: 'Ignored. It is allowed, so you can send an attribute back as the API returned it',
    }),
  })
  return Type.Array(Attribute, { maxItems: itemsMax })
}
