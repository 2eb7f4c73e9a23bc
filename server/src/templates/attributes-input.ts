import Type from 'typebox'
import { AnyJson, Id, Nullable, RequiredText } from '../http/schemas.ts'

/** Values that texts are rendered with, by their names: those of a message, or of a preview. */
export function AttributesInput(itemsMax: number) {
  const Attribute = Type.Object({
    name: RequiredText(255),
    value: Type.Optional(AnyJson),
    id: Type.Optional({ ...Nullable(Id), description: 'Ignored: an attribute may be sent as a message shows it' }),
  })
  return Type.Array(Attribute, { maxItems: itemsMax })
}
