import Type from 'typebox'
import { PAGE_ROWS_DEFAULT } from './pages.ts'
import { IntegerInput } from './schemas.ts'

const PAGE_ROWS_MAX = 200

/** The query parameters of every list, for its schema. */
export const pageQuery = {
  limit: Type.Optional(
    IntegerInput(1, PAGE_ROWS_MAX, {
      default: PAGE_ROWS_DEFAULT,
      description: 'Maximum number of rows in a page. A page also ends at 1 MiB',
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'The next_cursor of the previous page' })),
}
