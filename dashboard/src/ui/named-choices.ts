/** The choices of a filter by the id of an object with a name. */
import { ANY } from './field.tsx'
import type { Choice } from './field.tsx'

interface Named {
  id: number
  name: string
}

/** The filter of a list, whose rows name the chosen object. */
export interface NamedFilter {
  /** The id of the chosen object, or '' for none. */
  chosen: string
  /** The objects of the rows. */
  named: readonly (Named | undefined)[]
  /** The member is at the filters. */
  isNear: boolean
  /** The list has not arrived yet. */
  isLoading: boolean
}

const chosenOf = ({ chosen, named }: NamedFilter) => named.find((one) => String(one?.id) === chosen)

/** Whether the choices must be read: the member may want another one, or no row has the name of the chosen one. */
export const areWanted = (filter: NamedFilter): boolean =>
  filter.isNear || (filter.chosen !== '' && !filter.isLoading && chosenOf(filter) === undefined)

/** The choices. `all`: undefined until they are read. */
export function namedChoices(all: readonly Named[] | undefined, filter: NamedFilter): Choice<string>[] {
  const known = all ?? [chosenOf(filter)].filter((one) => one !== undefined)
  return [ANY, ...known.map(({ id, name }) => ({ value: String(id), label: name }))]
}
