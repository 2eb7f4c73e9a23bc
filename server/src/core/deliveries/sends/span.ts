import { causeWord } from '../../providers/causes.ts'
import type { SendResult } from '../../providers/provider.ts'
import type { Span, Tracing } from '../../../platform/tracing/tracing.ts'
import type { BegunSend } from './begin.ts'

/** Starts the span of a provider call, with a link to the request that created the message. */
export function startSendSpan(tracing: Tracing, { provider, traceparent, input }: BegunSend): Span {
  const { delivery, channel } = input
  return tracing.start('delivery.send', {
    kind: 'client',
    link: traceparent,
    attributes: {
      'tidings.account.id': delivery.accountId,
      ...(delivery.messageId === null ? {} : { 'tidings.message.id': delivery.messageId }),
      'tidings.delivery.id': delivery.id,
      'tidings.send.number': delivery.number,
      'tidings.channel.type': channel.type,
      'tidings.provider': provider,
    },
  })
}

/** The provider's own text behind the word of a cause is left out, because it often has the recipient's address. */
export function endSendSpan(span: Span, result: SendResult): void {
  const error = result.result === 'accepted' ? null : causeWord(result.cause)
  span.end({ 'tidings.send.result': result.result }, error)
}
