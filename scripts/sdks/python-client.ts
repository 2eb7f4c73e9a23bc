/** Prints the generated part of the client in Python: the models, and the resources with their methods. */
import { namesBelow, pascalCase, wrapped } from './client-api.ts'
import type { ClientApi, ClientOperation, Field, NamedType, ValueType } from './client-api.ts'
import { readResources } from './methods.ts'
import type { Method, Resource } from './methods.ts'

const LINE_LENGTH = 120
const HEAD = '# Printed by `npm run generate` from docs/openapi.json; do not edit.'

/** A name of the API as a name of Python: `from` is a keyword. */
const nameOf = (name: string): string => (name === 'from' ? 'from_' : name)

const SCALARS = {
  any: 'Any',
  attributes: 'dict[str, Any] | list[MessageAttributeInput | dict[str, Any]]',
  boolean: 'bool',
  int: 'int',
  int64: 'int',
  number: 'float',
  object: 'dict[str, Any]',
  text: 'str',
  time: 'datetime',
}

/** `sent`: the types that a program only sends. It may give a dictionary instead. */
function typeText(type: ValueType, sent: ReadonlySet<string>): string {
  if (type.kind === 'named') return sent.has(type.name) ? `${type.name} | dict[str, Any]` : type.name
  if (type.kind === 'list') return `list[${typeText(type.of, sent)}]`
  if (type.kind === 'map') return `dict[str, ${typeText(type.of, sent)}]`
  return SCALARS[type.kind]
}

/** The types of models, in the module of the resources. */
const qualified = (text: string): string =>
  text.replaceAll(/\b[A-Z]\w*/g, (name) => (['Any', 'None', 'Unset', 'UNSET'].includes(name) ? name : `models.${name}`))

function fieldText({ name, type, isNullable, isRequired }: Field, sent: ReadonlySet<string>): string {
  const text = `${nameOf(name)}: ${typeText(type, sent)}${isNullable ? ' | None' : ''}`
  return isRequired ? text : `${text} | Unset = UNSET`
}

function docstring(text: string, indent = '    '): string[] {
  const [first = '', ...others] = wrapped(text, LINE_LENGTH - indent.length - 6)
  if (first === '') return []
  const lines = others.map((line) => (line === '' ? '' : `${indent}${line}`))
  return others.length === 0 ? [`${indent}"""${first}"""`] : [`${indent}"""${first}`, ...lines, `${indent}"""`]
}

/** Items between brackets, on one line if it is short enough. */
function bracketed(before: string, items: readonly string[], after: string, indent = ''): string[] {
  const line = `${indent}${before}${items.join(', ')}${after}`
  return line.length <= LINE_LENGTH
    ? [line]
    : [`${indent}${before}`, ...items.map((item) => `${indent}    ${item},`), `${indent}${after}`]
}

const requiredFirst = (fields: readonly Field[]): Field[] =>
  fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))

function typeLines(type: NamedType, sent: ReadonlySet<string>): string[] {
  const { name, description, values } = type
  if (values !== undefined)
    return [
      '',
      ...bracketed(
        `${name} = Literal[`,
        values.map((value) => JSON.stringify(value)),
        ']',
      ),
    ]
  const about = docstring(description)
  const fields = requiredFirst(type.fields).flatMap((field) => [
    ...(field.description === '' ? [] : wrapped(field.description, LINE_LENGTH - 7).map((line) => `    #: ${line}`)),
    `    ${fieldText(field, sent)}`,
  ])
  return [
    '',
    '',
    '@dataclass(slots=True, repr=False)',
    `class ${name}(Model):`,
    ...about,
    ...(about.length > 0 ? [''] : []),
    ...fields,
  ]
}

function models(types: readonly NamedType[], sent: ReadonlySet<string>): string {
  const lines = [
    HEAD,
    '"""The types of the API."""',
    '',
    'from __future__ import annotations',
    '',
    'from dataclasses import dataclass',
    'from datetime import datetime',
    'from typing import Any, Literal',
    '',
    'from ..model import UNSET, Model, Unset',
    ...types.filter(({ values }) => values !== undefined).flatMap((type) => typeLines(type, sent)),
    ...types.filter(({ values }) => values === undefined).flatMap((type) => typeLines(type, sent)),
  ]
  return `${lines.join('\n')}\n`
}

/** The parameter of a list in a body. The others have a parameter for each field. */
const listIn = ({ body }: Method) => (body?.type.kind === 'list' ? body : null)

/** `f"/api/v1/topics/{segment(id)}"` */
function pathText({ path, pathParameters }: ClientOperation): string {
  const url = pathParameters.reduce((text, { name }) => text.replace(`{${name}}`, `{segment(${name})}`), path)
  return `${pathParameters.length > 0 ? 'f' : ''}"${url}"`
}

const givenLines = (before: string, fields: readonly Field[], after: string): string[] =>
  bracketed(
    `${before}given(`,
    fields.map(({ name }) => `${nameOf(name)}=${nameOf(name)}`),
    `)${after}`,
    '        ',
  )

function inside(method: Method, isAsync: boolean): string[] {
  const { operation, body, result, isBatch } = method
  const query = operation.query.filter(({ name }) => result.kind !== 'list' || name !== 'cursor')
  const kind = result.kind === 'none' ? '' : qualified(typeText(result.type, new Set()))
  if (result.kind === 'list' || result.kind === 'feed') {
    const after = result.kind === 'feed' ? ', "after"' : ''
    const rest = [kind, `"${result.key}"`, pathText(operation)].join(', ')
    return [...givenLines('query = ', query, ''), `        return self._pages(${rest}, query${after})`]
  }
  if (isBatch) {
    const taken = '[taken(models.MessageInput, message).to_dict() for message in messages]'
    return [`        return ${isAsync ? 'await ' : ''}self._batch(${pathText(operation)}, ${taken})`]
  }
  const root = body?.key ?? null
  const bodyLines =
    body === null
      ? []
      : givenLines(root === null ? 'sent = ' : `sent = {"${root}": `, body.fields, root === null ? '' : '}')
  const queryLines = query.length === 0 ? [] : givenLines('query = ', query, '')
  const call = [
    `"${operation.method}"`,
    pathText(operation),
    ...(query.length > 0 ? ['query=query'] : []),
    ...(body === null ? [] : ['body=sent']),
  ]
  const awaited = isAsync ? 'await ' : ''
  if (result.kind === 'none')
    return [...bodyLines, ...queryLines, `        ${awaited}self._request(${call.join(', ')})`]
  const of = [kind, result.key === null ? 'None' : `"${result.key}"`]
  return [...bodyLines, ...queryLines, ...bracketed(`return ${awaited}self._call(`, [...of, ...call], ')', '        ')]
}

function methodLines(method: Method, sent: ReadonlySet<string>, isAsync: boolean): string[] {
  const { verb, operation, body, result } = method
  const list = listIn(method)
  const isPaged = result.kind === 'list' || result.kind === 'feed'
  const named = requiredFirst([
    ...(body === null || list !== null ? [] : body.fields),
    ...operation.query.filter(({ name }) => result.kind !== 'list' || name !== 'cursor'),
  ])
  const text = (field: Field) => qualified(fieldText(field, sent))
  const takes = [
    'self',
    ...operation.pathParameters.map(text),
    ...(list === null ? [] : [`${list.key}: ${qualified(typeText(list.type, sent))}`]),
    ...(named.length > 0 ? ['*', ...named.map(text)] : []),
  ]
  const kind = result.kind === 'none' ? 'None' : qualified(typeText(result.type, new Set()))
  const returned = isPaged ? `${isAsync ? 'Async' : ''}Iterator[${kind}]` : kind
  return [
    '',
    ...bracketed(`${isAsync && !isPaged ? 'async ' : ''}def ${verb}(`, takes, `) -> ${returned}:`, '    '),
    ...docstring(operation.summary, '        '),
    ...inside(method, isAsync),
  ]
}

function resourceLines({ noun, methods }: Resource, sent: ReadonlySet<string>, isAsync: boolean): string[] {
  // Below a method with the name `list`, the type has another meaning.
  const sorted = methods.toSorted((a, b) => Number(a.verb === 'list') - Number(b.verb === 'list'))
  const prefix = isAsync ? 'Async' : ''
  const [, ...lines] = sorted.flatMap((method) => methodLines(method, sent, isAsync))
  return ['', '', `class ${prefix}${pascalCase(noun)}(${prefix}Calls):`, ...lines]
}

function resources(found: readonly Resource[], sent: ReadonlySet<string>, isAsync: boolean): string {
  const prefix = isAsync ? 'Async' : ''
  const lines = [
    HEAD,
    `"""The resources of \`\`${prefix}Client\`\`, with a method for each operation."""`,
    '',
    'from __future__ import annotations',
    '',
    `from collections.abc import ${prefix}Iterator`,
    'from datetime import datetime',
    'from typing import Any',
    '',
    'import httpx',
    '',
    ...(isAsync ? ['from ..async_calls import AsyncCalls'] : []),
    'from ..calls import segment',
    'from ..model import UNSET, Unset, given, taken',
    'from . import models',
    ...(isAsync ? [] : ['from .calls import Calls']),
  ]
  const all = [
    '',
    '',
    `class ${prefix}Resources(${prefix}Calls):`,
    '    """A field for each kind of object."""',
    '',
    `    def __init__(self, http: httpx.${prefix}Client, key: str | None, retries_max: int) -> None:`,
    '        super().__init__(http, key, retries_max)',
    ...found.map(({ noun }) => `        self.${noun} = ${prefix}${pascalCase(noun)}(http, key, retries_max)`),
  ]
  return `${[...lines, ...found.flatMap((one) => resourceLines(one, sent, isAsync)), ...all].join('\n')}\n`
}

/** The files of the generated part: path below it to text. */
export function pythonClient(api: ClientApi): Record<string, string> {
  const found = readResources(api)
  const methods = found.flatMap((one) => one.methods)
  const given = namesBelow(
    api,
    methods.flatMap((method) => [
      ...[...method.operation.query, ...(method.body?.fields ?? [])].map(({ type }) => type),
      ...[listIn(method)?.type ?? []].flat(),
    ]),
  )
  const received = namesBelow(
    api,
    methods.flatMap(({ result }) => (result.kind === 'none' ? [] : result.type)),
  )
  const used = api.types.filter(({ name }) => given.has(name) || received.has(name))
  const sent = new Set(used.flatMap(({ name, values }) => (received.has(name) || values !== undefined ? [] : name)))
  return {
    '__init__.py': '"""Generated from the OpenAPI document."""\n',
    'models.py': models(used, sent),
    'async_resources.py': resources(found, sent, true),
    'resources.py': resources(found, sent, false),
  }
}
