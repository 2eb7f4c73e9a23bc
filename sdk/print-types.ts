/**
 * Prints the types of the OpenAPI document. It is in this workspace because the generator needs a TypeScript with a
 * compiler API.
 */
import openapiTypescript, { astToString } from 'openapi-typescript'

/** Error codes, from the names of the examples in the document's responses. */
function errorCodes(text: string): string[] {
  const document = JSON.parse(text) as {
    components: { responses: Record<string, { content?: Record<string, { examples?: object }> }> }
  }
  const codes = Object.values(document.components.responses).flatMap(({ content = {} }) =>
    Object.keys(content['application/json']?.examples ?? {}),
  )
  return [...new Set(codes)].toSorted()
}

/** Returns the text of `sdk/src/generated/openapi.ts`. `text`: the OpenAPI document as JSON. */
export async function printTypes(text: string): Promise<string> {
  const types = await openapiTypescript(text, { defaultNonNullable: false, alphabetize: false })
  const codes = errorCodes(text).map((code) => `\n  | '${code}'`)
  return `// Printed by \`npm run generate\` from docs/openapi.json; do not edit.

${astToString(types)}
/** Codes that the API answers with; later versions may know more. */
export type ErrorCode =${codes.join('')}
`
}
