import type { FieldErrors } from '../errors.ts'

/** An object named by its id, by the caller's own name for it, or by both. */
export interface TwoNames {
  id: number | null
  name: string | null
}

/**
 * The errors of names to which no object belongs. If both are given, each is looked up alone, so that the error is on
 * the wrong one.
 */
export async function unknownNames(
  [idField, nameField]: readonly [id: string, name: string],
  { id, name }: TwoNames,
  isKnown: (alone: TwoNames) => Promise<boolean>,
): Promise<FieldErrors> {
  if (id === null) return { [nameField]: ['is unknown'] }
  if (name === null) return { [idField]: ['is unknown'] }
  const idIsKnown = await isKnown({ id, name: null })
  const nameIsKnown = await isKnown({ id: null, name })
  if (idIsKnown && nameIsKnown) return { [idField]: [`must name the same object as ${nameField}`] }
  return {
    ...(idIsKnown ? {} : { [idField]: ['is unknown'] }),
    ...(nameIsKnown ? {} : { [nameField]: ['is unknown'] }),
  }
}
