/**
 * Questions to the person at the client (elicitation). The protocol 2026-07-28 has them in a result: the client asks, and
 * repeats the call with the answer. The package asks clients of older protocols over the open connection.
 */
import { createHmac } from 'node:crypto'
import { acceptedContent, CLIENT_CAPABILITIES_META_KEY, inputRequired } from '@modelcontextprotocol/server'
import type { ClientCapabilities, Server, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'

const Answer = z.object({ agreed: z.boolean() })

export interface Person {
  /** The client can ask. */
  canAnswer: boolean
  /** The person's answer to the question with this proof. Null if the person was not asked this. */
  answerTo(proof: string): boolean | null
  /** The result that lets the client ask. `proof`: it comes back with the answer, so an answer fits one question only. */
  question(text: string, title: string, proof: string): object
}

/** The person behind one call. */
export function personOf(
  server: Server,
  { mcpReq: { envelope, inputResponses, requestState } }: ServerContext,
): Person {
  // Missing in the package's types.
  const declared: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined = envelope
  const { elicitation } = declared?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {}
  return {
    // A client that names no way to ask knows forms.
    canAnswer: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
    answerTo: (proof) =>
      inputResponses === undefined || requestState() !== proof
        ? null
        : acceptedContent(inputResponses, 'answer', Answer)?.agreed === true,
    question: (text, title, proof) =>
      inputRequired({
        inputRequests: {
          answer: inputRequired.elicit({
            message: text,
            requestedSchema: {
              type: 'object',
              properties: { agreed: { type: 'boolean', title, default: false } },
              required: ['agreed'],
            },
          }),
        },
        requestState: proof,
      }),
  }
}

interface Asked {
  question: string
  /** Of the answer. */
  title: string
  /** What the tool would do: the answer counts for nothing else. */
  input: object
  confirmation: string | undefined
}

/**
 * The result of a call until the person has agreed: the question, or `refusal`, for a client that cannot ask with the
 * confirmation of a second call. Null: the person has agreed.
 */
export function unlessAgreed(
  { question, title, input, confirmation }: Asked,
  { person, secret }: { person: Person; secret: string },
  refusal: object,
): object | null {
  const expected = createHmac('sha256', secret)
    .update(JSON.stringify([question, input]))
    .digest('base64url')
  if (!person.canAnswer) return confirmation === expected ? null : { ...refusal, confirmation: expected }
  const agreed = person.answerTo(expected)
  if (agreed === null) return person.question(question, title, expected)
  return agreed ? null : refusal
}
