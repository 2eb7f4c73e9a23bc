/** Prints the generated part of the client in Python: the models, and a function for each operation. */
import { wrapped } from './client-api.ts'
import type { ClientApi, ClientOperation, Field, NamedType, ValueType } from './client-api.ts'

const LINE_LENGTH = 120

/** `createMessage` as `create_message`. */
const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A name of the API as a name of Python: `from` is a keyword, and `type` a function. */
const nameOf = (name: string): string => (['from', 'type'].includes(name) ? `${name}_` : name)

const SCALARS = {
  any: 'Any',
  boolean: 'bool',
  int: 'int',
  int64: 'int',
  number: 'float',
  text: 'str',
  time: 'datetime',
}

/** `prefix` is before the name of a model. */
function typeText(type: ValueType, prefix = ''): string {
  if (type.kind === 'named') return `${prefix}${type.name}`
  if (type.kind === 'list') return `list[${typeText(type.of, prefix)}]`
  if (type.kind === 'map') return `dict[str, ${typeText(type.of, prefix)}]`
  return type.kind === 'object' ? 'dict[str, Any]' : SCALARS[type.kind]
}

function fieldText({ name, type, isNullable, isRequired }: Field, prefix = ''): string {
  const text = `${nameOf(name)}: ${typeText(type, prefix)}${isNullable ? ' | None' : ''}`
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
  return line.length <= LINE_LENGTH && !line.includes('\n')
    ? [line]
    : [`${indent}${before}`, ...items.map((item) => `${indent}    ${item},`), `${indent}${after}`]
}

const requiredFirst = (fields: readonly Field[]): Field[] =>
  fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))

function typeLines(type: NamedType): string[] {
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
    `    ${fieldText(field)}`,
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

function models(types: readonly NamedType[]): string {
  const lines = [
    '# Printed by `npm run generate` from docs/openapi.json; do not edit.',
    '"""The types of the API."""',
    '',
    'from __future__ import annotations',
    '',
    'from dataclasses import dataclass',
    'from datetime import datetime',
    'from typing import Any, Literal',
    '',
    'from ..model import UNSET, Model, Unset',
    ...types.filter(({ values }) => values !== undefined).flatMap(typeLines),
    ...types.filter(({ values }) => values === undefined).flatMap(typeLines),
  ]
  return `${lines.join('\n')}\n`
}

const queryText = (query: readonly Field[]): string =>
  bracketed(
    'query={',
    query.map(({ name }) => `"${name}": ${nameOf(name)}`),
    '}',
    '        ',
  )
    .join('\n')
    .trimStart()

function operationLines(operation: ClientOperation): string[] {
  const { id, summary, description, method, path, pathParameters, query, takesIdempotencyKey, body, results } =
    operation
  const bodyField: Field[] =
    body === null
      ? []
      : [
          {
            name: 'body',
            description: '',
            type: { kind: 'named', name: body.name },
            isNullable: false,
            isRequired: body.isRequired,
          },
        ]
  const keyField: Field[] = takesIdempotencyKey
    ? [{ name: 'idempotency_key', description: '', type: { kind: 'text' }, isNullable: false, isRequired: false }]
    : []
  const named = requiredFirst([...bodyField, ...query, ...keyField]).map((field) => fieldText(field, 'models.'))
  const parameters = [...pathParameters.map((field) => fieldText(field)), '*', 'client: HttpClient', ...named]
  const result = results.map(({ name }) => (name === null ? 'None' : `models.${name}`))
  const url = pathParameters.reduce((text, { name }) => text.replace(`{${name}}`, `{segment(${name})}`), path)
  const passed = [
    'client',
    `"${method}"`,
    `${pathParameters.length > 0 ? 'f' : ''}"${url}"`,
    `{${results.map(({ status }, index) => `${status}: ${result[index]}`).join(', ')}}`,
    ...(query.length > 0 ? [queryText(query)] : []),
    ...[...bodyField, ...keyField].map(({ name }) => `${name}=${name}`),
  ]
  return [
    '',
    '',
    '@Operation',
    ...bracketed(`def ${snakeCase(id)}(`, parameters, `) -> Call[${result.join(' | ')}]:`),
    ...docstring(description === '' ? summary : `${summary}\n\n${description}`),
    ...bracketed('return Call(', passed, ')', '    '),
  ]
}

function operations(tag: string, found: readonly ClientOperation[]): string {
  const body = found.flatMap(operationLines)
  const uses = (word: string) => body.some((line) => new RegExp(`\\b${word}\\b`).test(line))
  const names = ['UNSET', 'Unset'].filter(uses)
  const calls = ['Call', 'HttpClient', 'Operation', ...(uses('segment') ? ['segment'] : [])]
  const lines = [
    '# Printed by `npm run generate` from docs/openapi.json; do not edit.',
    `"""The operations of the tag ${tag}."""`,
    '',
    'from __future__ import annotations',
    '',
    ...(uses('datetime') ? ['from datetime import datetime', ''] : []),
    `from ...calls import ${calls.join(', ')}`,
    ...(names.length > 0 ? [`from ...model import ${names.join(', ')}`] : []),
    'from .. import models',
    ...body,
  ]
  return `${lines.join('\n')}\n`
}

/** The files of the generated part: path below it to text. */
export function pythonClient({ types, operations: all }: ClientApi): Record<string, string> {
  const byTag = Map.groupBy(all, ({ tag }) => tag)
  return {
    '__init__.py': '"""Generated from the OpenAPI document."""\n',
    'models.py': models(types),
    'api/__init__.py': '"""A module for each tag of the API, with a function for each operation."""\n',
    ...Object.fromEntries(
      [...byTag].map(([tag, found]) => [`api/${tag.toLowerCase().replaceAll(' ', '_')}.py`, operations(tag, found)]),
    ),
  }
}
