import pg from 'pg'
import type { CustomTypesConfig } from 'pg'
import { parseWithDigits } from '../json-numbers.ts'

/** How the driver reads values, on every connection: imported for this effect wherever connections are made. */

const INT8 = 20
// The typings of the driver know no array types.
const INT8_ARRAY = 1016 as unknown as typeof pg.types.builtins.INT8
const TIMESTAMPTZ = 1184
const JSONB = 3802

/** An int8 as a number: ids are below 2^53, and one that is not is a bug to be heard of. */
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
// Times are milliseconds since the epoch everywhere inside the service; `Date` stays at the edges.
pg.types.setTypeParser(TIMESTAMPTZ, (text: string) =>
  text === '-infinity' ? -Infinity : text === 'infinity' ? Infinity : Date.parse(text),
)

/** For the statements that return attributes of recipients: the numbers in their JSON keep their digits. */
export const JSON_WITH_DIGITS: CustomTypesConfig = {
  getTypeParser: (type: number, format) =>
    type === JSONB && format !== 'binary' ? parseWithDigits : pg.types.getTypeParser(type, format),
}
