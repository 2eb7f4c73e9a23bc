import { useRead } from '../../api/queries.ts'
import { Link } from '../../router.ts'
import { PARTIALS } from '../tabs.tsx'

/** As many as an account may have. */
const PARTIALS_MAX = 100

/** The names of the partials of the account, for suggestions. Empty until they have arrived. `enabled`: the member writes. */
export function usePartialNames(enabled: boolean): readonly string[] {
  const { data } = useRead('GET /api/v1/partials', { query: { limit: PARTIALS_MAX } }, { enabled })
  return data?.partials.map(({ name }) => name) ?? []
}

/** A link to create the partial that a text lacks. `problems`: the errors of the text. */
export function MissingPartial({ problems = [] }: { problems?: readonly string[] | undefined }) {
  const [, name] = /the partial (\S+) does not exist/.exec(problems[0] ?? '') ?? []
  if (name === undefined) return null
  return (
    <p className="help">
      <Link to={`${PARTIALS}/new?name=${name}`}>{`Create the partial ${name}`}</Link>
    </p>
  )
}
