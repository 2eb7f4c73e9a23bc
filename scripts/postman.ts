/** The API as a collection of Postman (schema 2.1): each request has the example of the document as its body. */

import type { ApiDocument, Operation, Parameter } from './api-document.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** `/messages/{id}` is `/messages/:id` with the example of `id` as a variable. */
function addressOf(path: string, parameters: readonly Parameter[]) {
  const parts = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')
  const variable = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, example }) => ({ key: name, value: `${(example as string | number | undefined) ?? ''}` }))
  const variables = variable.length === 0 ? {} : { variable }
  return { raw: `{{baseUrl}}/${parts}`, host: ['{{baseUrl}}'], path: parts.split('/'), ...variables }
}

function requestOf(method: string, path: string, { parameters = [], requestBody }: Operation) {
  const request = {
    method: method.toUpperCase(),
    header: [] as { key: string; value: string }[],
    url: addressOf(path, parameters),
  }
  const json = requestBody?.content?.['application/json']
  if (json === undefined) return request
  request.header.push({ key: 'Content-Type', value: 'application/json' })
  return { ...request, body: { mode: 'raw', raw: JSON.stringify(json.example ?? {}, null, 2) } }
}

/** The collection as JSON, one request on each line. A folder holds the requests of a tag. */
export function postmanCollection({ paths }: ApiDocument): string {
  const folders = new Map<string, string[]>()
  for (const [path, operations] of Object.entries(paths))
    for (const method of METHODS) {
      const operation = operations[method]
      if (operation === undefined) continue
      const { tags: [tag = 'Other'] = [], summary, operationId } = operation
      const item = JSON.stringify({ name: summary ?? operationId, request: requestOf(method, path, operation) })
      folders.set(tag, [...(folders.get(tag) ?? []), item])
    }
  const items = [...folders].map(
    ([name, requests]) => `{"name":${JSON.stringify(name)},"item":[\n${requests.join(',\n')}\n]}`,
  )
  const settings = {
    info: { name: 'Tidings', schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:3000' },
      { key: 'apiKey', value: '' },
    ],
  }
  return `${JSON.stringify(settings).slice(0, -1)},"item":[\n${items.join(',\n')}\n]}\n`
}
