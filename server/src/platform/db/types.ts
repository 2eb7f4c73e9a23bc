import pg from 'pg'
import type { CustomTypesConfig } from 'pg'
import { parseWithDigits } from '../json-numbers.ts'

/** How the driver reads values on every connection. Import this file wherever connections are made. */

const { INT8, TIMESTAMPTZ, JSONB } = pg.types.builtins
// The driver's types do not include array types.
const INT8_ARRAY = 1016 as unknown as typeof INT8

/** An int8 as a number. Ids are below 2^53, so a larger value is a bug and throws. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is not a safe integer`)
  return value
}

pg.types.setTypeParser(INT8, safeInteger)
const parseArray = pg.types.getTypeParser(INT8_ARRAY) as (text: string) => (string | null)[]
pg.types.setTypeParser(INT8_ARRAY, (text: string) =>
  parseArray(text).map((item) => (item === null ? null : safeInteger(item))),
)
// Times are ms since the epoch everywhere in the service. `Date` is used only at the edges.
pg.types.setTypeParser(TIMESTAMPTZ, (text: string) =>
  text === '-infinity' ? -Infinity : text === 'infinity' ? Infinity : Date.parse(text),
)

/** For statements returning recipients' attributes: numbers in their JSON keep all digits. */
export const JSON_WITH_DIGITS: CustomTypesConfig = {
  getTypeParser: (type: typeof INT8, format) =>
    type === JSONB && format !== 'binary' ? parseWithDigits : pg.types.getTypeParser(type, format),
}
