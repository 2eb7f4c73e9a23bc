import Type from 'typebox'
import { AnyJson, Id, Nullable, RequiredText } from '../http/schemas.ts'

/** Values for rendering, by name, in a message or a preview. */
export function AttributesInput(itemsMax: number) {
  const Attribute = Type.Object({
    name: RequiredText(255),
    value: Type.Optional(AnyJson),
    id: Type.Optional({ ...Nullable(Id), description: 'Ignored: an attribute may be sent as a message shows it' }),
  })
  return Type.Array(Attribute, { maxItems: itemsMax })
}
