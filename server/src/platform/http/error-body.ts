import type { Config } from '../config/config.ts'
import type { ApiError } from '../errors.ts'

/** The page that has a heading for each code (`docs/errors.md`). */
export const ERRORS_PAGE = '/docs/errors'

/** Makes the body of an error: no stack, no SQL, no internal address. */
export type ErrorBodies = (error: ApiError, requestId: string) => object

/** `docs_url` is absolute if PUBLIC_URL is set: the header Host says what the caller likes. */
export function createErrorBodies({ publicUrl }: Pick<Config, 'publicUrl'>): ErrorBodies {
  const page = `${publicUrl?.replace(/\/$/, '') ?? ''}${ERRORS_PAGE}`
  return ({ message, code, errors }, requestId) => ({
    error: message,
    code,
    ...(errors ? { errors } : {}),
    docs_url: `${page}#${code}`,
    request_id: requestId,
  })
}
