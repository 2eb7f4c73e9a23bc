/** Prints the resources of the client in TypeScript that `sdk/src/client.ts` does not write by hand. */
import { camelCase } from './client-api.ts'
import type { ClientApi } from './client-api.ts'
import { readResources } from './methods.ts'
import type { Method, Resource } from './methods.ts'

/** Their methods in `client.ts` have more than their names. */
const WRITTEN_BY_HAND = new Set(['messages', 'deliveries', 'notification_users', 'webhook_endpoints', 'webhook_events'])

function methodLines({ verb, operation, body, result }: Method): string[] {
  const { method, path, pathParameters, query, takesIdempotencyKey, summary } = operation
  const name = `'${method} ${path}'`
  const takes = pathParameters.map(
    (field) => `${camelCase(field.name)}: ${field.type.kind === 'text' ? 'string' : 'number'}`,
  )
  const given =
    pathParameters.length === 0
      ? []
      : [`path: { ${pathParameters.map((field) => `${field.name}: ${camelCase(field.name)}`).join(', ')} }`]
  if (body !== null) {
    const type = body.key === null ? `BodyOf<${name}>` : `FieldsOf<${name}, '${body.key}'>`
    const hasAttributes = body.fields.some((field) => field.type.kind === 'attributes')
    const fields = hasAttributes ? 'withAttributes(fields)' : 'fields'
    takes.push(`fields: ${hasAttributes ? `WithAttributes<${type}>` : type}`)
    given.push(body.key === null ? `body: ${fields}` : `body: { ${body.key}: ${fields} }`)
  }
  if (query.length > 0) takes.push(`query: QueryOf<${name}> = {}`)
  if (takesIdempotencyKey) {
    takes.push('options: CallOptions = {}')
    given.unshift('...options')
  }
  if (query.length > 0)
    given.push(result.kind === 'list' ? 'query: { ...query, cursor: cursor ?? query.cursor }' : 'query')
  const call = `request(${name}, { ${given.join(', ')} })`
  const about = `/** ${summary} */`
  const head = `${camelCase(verb)}: `
  if (result.kind === 'list')
    return [
      about,
      `${head}(${takes.join(', ')}) => pages(async (cursor) => {
        const page = await ${call}
        return { rows: page.${result.key}, next: page.next_cursor }
      }),`,
    ]
  const isVoid = result.kind === 'none'
  const isWhole = result.kind === 'value' && result.key === null
  if (isWhole) return [about, `${head}(${takes.join(', ')}) => ${call},`]
  return [
    about,
    isVoid
      ? `${head}async (${takes.join(', ')}): Promise<void> => void (await ${call}),`
      : `${head}async (${takes.join(', ')}) => (await ${call}).${result.key},`,
  ]
}

/** Its methods by external ids are a function of their own, because a function has at most 70 lines. */
function resourceLines({ noun, methods }: Resource): string[] {
  const name = camelCase(noun)
  const isByExternalId = ({ verb }: Method) => verb.endsWith('_by_external_id')
  const others = methods.filter(isByExternalId)
  const lines = (ofName: string, some: readonly Method[], more: readonly string[] = []) => [
    '',
    `const ${ofName} = (request: Request) => ({`,
    ...some.flatMap(methodLines),
    ...more,
    '})',
  ]
  if (others.length === 0) return lines(name, methods)
  const rest = methods.filter((method) => !isByExternalId(method))
  return [...lines(`${name}ByExternalId`, others), ...lines(name, rest, [`...${name}ByExternalId(request),`])]
}

/** The file `resources.ts` of the generated folder. */
export function typescriptResources(api: ClientApi): string {
  const resources = readResources(api).filter(({ noun }) => !WRITTEN_BY_HAND.has(noun))
  return `// Printed by \`npm run generate\` from docs/openapi.json; do not edit.
import { withAttributes } from '../message-fields.ts'
import type { WithAttributes } from '../message-fields.ts'
import { pages } from '../pages.ts'
import type { BodyOf, CallOptions, FieldsOf, QueryOf } from '../pages.ts'
import type { Request } from '../request.ts'
${resources.flatMap(resourceLines).join('\n')}

export const createResources = (request: Request) => ({
${resources.map(({ noun }) => `${camelCase(noun)}: ${camelCase(noun)}(request),`).join('\n')}
})
`
}
