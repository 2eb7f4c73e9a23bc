/** The shape of a tool, and of its results. */
import { TidingsError } from '@tidings/sdk/client'
import type { Client } from '@tidings/sdk/client'
import { isInputRequiredResult } from '@modelcontextprotocol/server'
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { ZodRawShape } from 'zod'
import type { Person } from './person.ts'

export const KEY_ROLES = ['read', 'send', 'full'] as const
export type KeyRole = (typeof KEY_ROLES)[number]

export interface ToolContext {
  client: Client
  person: Person
  /** Signs what a first call returns for a second one. */
  secret: string
}

export interface Tool<Shape extends ZodRawShape = ZodRawShape> {
  name: string
  title: string
  description: string
  input: Shape
  /** It changes nothing. */
  isReadOnly: boolean
  /** The roles of keys with the rights for all its calls. */
  roles: readonly KeyRole[]
  /** Returns JSON, or a question to the person. Errors of calls may be thrown. */
  run(input: z.infer<z.ZodObject<Shape>>, context: ToolContext): Promise<object>
}

/** Keeps the types of the input for `run`. */
export function tool<Shape extends ZodRawShape>(definition: Tool<Shape>): Tool {
  return definition
}

/** An expected failure, for the assistant. */
export class ToolFailure extends Error {}

/** A longer result would fill the context of the assistant. */
const RESULT_CHARACTERS_MAX = 60_000
const TEXT_CHARACTERS_MAX = 2_000

/** Shortens a text of a message or template. */
export function shorten(text: string): string {
  return text.length <= TEXT_CHARACTERS_MAX
    ? text
    : `${text.slice(0, TEXT_CHARACTERS_MAX)}… (${text.length} characters)`
}

export function failed(sentence: string): CallToolResult {
  return { content: [{ type: 'text', text: sentence }], isError: true }
}

/** The result of a tool as JSON text. Errors of the API are results too, so the assistant can correct its call. */
export async function resultOf(run: () => Promise<object>): Promise<CallToolResult | InputRequiredResult> {
  try {
    const result = await run()
    if (isInputRequiredResult(result)) return result
    const text = JSON.stringify(result)
    return text.length <= RESULT_CHARACTERS_MAX
      ? { content: [{ type: 'text', text }] }
      : failed('The result is too long: ask for fewer rows')
  } catch (error) {
    if (error instanceof TidingsError) return failed(`${error.message} (${error.code})`)
    if (error instanceof ToolFailure) return failed(error.message)
    throw error
  }
}

/** Of a tool that asks the person. */
export const Confirmation = z
  .string()
  .max(64)
  .optional()
  .describe('From the first result, after the person has agreed to its question')

/** The id of an object. */
export const Id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
export const ExternalUserId = z.string().min(1).max(255).describe('The id of the recipient in the app')
export const TemplateName = z.string().min(1).max(255).describe('The name of a template, for example receipt')
export const Time = z.iso.datetime({ offset: true }).max(40)
export const Limit = z.number().int().min(1).max(20).default(10).describe('The number of rows, newest first')
