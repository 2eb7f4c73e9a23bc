import type { Logger } from '../log.ts'
import type { AttemptEnd } from './attempt.ts'
import type { Outcome } from './retry-decision.ts'
import type { WebhookItem } from './queue.ts'
import type { AttemptOutcome } from './queries.ts'

/** An ended attempt as it is recorded: `number` counts all attempts of the event, those of earlier series included. */
export function attemptOutcome(
  item: WebhookItem,
  epoch: number,
  end: AttemptEnd & { kind: 'answered' },
  outcome: Outcome,
): AttemptOutcome {
  return {
    bucket: item.bucket,
    epoch,
    accountId: item.accountId,
    endpointId: item.endpointId,
    generation: end.generation,
    eventId: item.eventId,
    eventType: item.type,
    number: item.attemptsMade + 1,
    succeeded: outcome.succeeded,
    final: outcome.final,
    responseCode: outcome.responseCode,
    errorMessage: outcome.errorMessage,
    durationMs: end.durationMs,
    responseHead: end.responseHead,
    postedAgain: end.postedAgain,
    createdAt: end.startedAt,
    nextAttemptAt: outcome.nextAttemptAtMs,
  }
}

/** One line of an ended attempt; one that was not recorded belongs to another process now, and is told louder. */
export function logAttempt(log: Logger, outcome: AttemptOutcome, recorded: boolean): void {
  const level = recorded ? 'debug' : 'info'
  if (!log.isLevelEnabled(level)) return
  const { eventId, accountId, endpointId, number, succeeded, final, responseCode, errorMessage } = outcome
  const { durationMs, responseHead, postedAgain, nextAttemptAt } = outcome
  log[level]({
    event: 'webhook.attempt',
    event_id: eventId,
    account_id: accountId,
    endpoint_id: endpointId,
    ...{ number, succeeded, final, responseCode, errorMessage, durationMs, responseHead, postedAgain, nextAttemptAt },
    recorded,
  })
}
