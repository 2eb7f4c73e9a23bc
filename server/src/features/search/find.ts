/** Finds the objects of a search, most useful first. The statements run one after another, on one connection. */
import type { Connection } from '../../platform/db/sql.ts'
import type { Delivery } from '../../core/deliveries/delivery.ts'
import { deliveryWithId } from '../../core/deliveries/find-delivery.ts'
import { listDeliveries } from '../../core/deliveries/list.ts'
import type { DeliveryFilters } from '../../core/deliveries/list.ts'
import { expandMessages } from '../../core/deliveries/message-details.ts'
import { expandRecipients } from '../../core/recipients/expanded.ts'
import { pageStart } from '../../platform/http/pages.ts'
import { findMessage } from '../../core/messages/queries.ts'
import { findRecipient } from '../../core/recipients/queries.ts'
import { ANY_REQUEST, listRequests } from '../request-log/queries.ts'
import type { RequestRow } from '../request-log/queries.ts'
import { findTemplate } from '../templates/queries.ts'
import { searchEvent, searchMessages, searchRecipients, searchReference, searchTemplates } from './queries.ts'
import type { MessageHit } from './queries.ts'
import {
  allOf,
  arrange,
  deliveryResult,
  eventResult,
  messageResult,
  recipientResult,
  requestResult,
  RESULTS_MAX,
  templateResult,
} from './search.ts'
import type { Found, Kind, RecipientNames, SearchResult, Sought } from './search.ts'

const RECIPIENTS_MAX = 5
/** The best recipients are shown with their newest deliveries. */
const RECIPIENTS_WITH_DELIVERIES = 2
const DELIVERIES_OF_RECIPIENT = 3
/** Requests with the same id. */
const REQUESTS_MAX = 3
const MESSAGES_OF_REQUEST = 5
const MESSAGES_OF_REFERENCE = 5
/** Newest rows searched for a part of their text. */
const TEMPLATES_SCANNED = 1000
const MESSAGES_SCANNED = 500

interface Account {
  bucket: number
  accountId: number
}

const FIRST_PAGE = { limit: DELIVERIES_OF_RECIPIENT, after: null }
const ANY: DeliveryFilters = {
  ...{
    statuses: null,
    messageId: null,
    recipientId: null,
    reference: null,
    channelId: null,
    channelType: null,
    templateId: null,
    templateName: null,
    cause: null,
  },
  ...{ createdAfter: null, createdBefore: null, updatedAfter: null, updatedBefore: null, withMessages: false },
}

/** The results of a search. */
export async function find(connection: Connection, account: Account, sought: Sought): Promise<Found> {
  const { bucket, accountId } = account
  switch (sought.by) {
    case 'event':
      return allOf((await searchEvent(connection, bucket, accountId, sought.id)).map(eventResult))
    case 'request': {
      const newest = { limit: REQUESTS_MAX - 1, after: null }
      const filters = { ...ANY_REQUEST, requestId: sought.id }
      const { requests: rows } = await listRequests(connection, account, newest, filters)
      const messages: MessageHit[] = []
      for (const id of messagesMade(rows)) {
        const message = await findMessage(connection, bucket, accountId, id)
        if (message !== null) messages.push(message)
      }
      return allOf([...rows.map(requestResult), ...(await ofMessages(connection, account, messages))])
    }
    case 'id':
      return allOf(await withId(connection, account, sought.id))
    case 'text': {
      const { text, id, phone, isAddress } = sought
      const ofId = id === null ? [] : await withId(connection, account, id)
      const ofReference = await searchReference(connection, bucket, accountId, text, MESSAGES_OF_REFERENCE + 1)
      const first = [...ofId, ...(await ofMessages(connection, account, ofReference.slice(0, MESSAGES_OF_REFERENCE)))]
      const hits = await recipientsOf(connection, account, { text, phone }, RECIPIENTS_MAX)
      // An id says more than the same digits in a name, so the reads for deliveries go to its objects.
      const people = ofId.length > 0 ? hits.map(recipientResult) : await withDeliveries(connection, account, hits)
      const cut: Kind[] = [
        ...(hits[0]?.isCut === true ? (['recipient'] as const) : []),
        ...(ofReference.length > MESSAGES_OF_REFERENCE ? (['message'] as const) : []),
      ]
      if (isAddress) return arrange([...first, ...people], [], [], cut)
      const templates = await searchTemplates(connection, bucket, accountId, text, TEMPLATES_SCANNED, RESULTS_MAX + 1)
      const messages = await messagesWith(connection, account, text)
      return arrange([...first, ...people], templates.map(templateResult), messages, cut)
    }
  }
}

function recipientsOf(
  connection: Connection,
  { bucket, accountId }: Account,
  { text, phone }: { text: string; phone: string | null },
  rows: number,
) {
  // One recipient more from each index tells if there are more.
  return searchRecipients(connection, bucket, accountId, text, phone, rows + 1, rows)
}

/** Finds only recipients, also the one with the id. */
export async function findRecipients(
  connection: Connection,
  account: Account,
  sought: Sought,
  limit = RESULTS_MAX,
): Promise<Found> {
  if (sought.by !== 'text' && sought.by !== 'id') return allOf([])
  const ofId = sought.id === null ? [] : await findRecipient(connection, account.bucket, account.accountId, sought.id)
  const hits = sought.by === 'text' ? await recipientsOf(connection, account, sought, limit) : []
  const cut: Kind[] = hits[0]?.isCut === true ? ['recipient'] : []
  return arrange([...ofId, ...hits].map(recipientResult), [], [], cut, limit)
}

/** The delivery, the message, the recipient and the template with this id. */
async function withId(connection: Connection, account: Account, id: number): Promise<SearchResult[]> {
  const { bucket, accountId } = account
  const delivery = await deliveryWithId(connection, account, id)
  const message = await findMessage(connection, bucket, accountId, id)
  const recipients = await findRecipient(connection, bucket, accountId, id)
  const templates = await findTemplate(connection, bucket, accountId, id)
  return [
    ...(await ofDeliveries(connection, account, delivery === null ? [] : [delivery], true)),
    ...(await ofMessages(connection, account, message === null ? [] : [message])),
    ...(await withDeliveries(connection, account, recipients)),
    ...templates.map(templateResult),
  ]
}

/** The first messages that the requests made. */
function messagesMade(rows: readonly RequestRow[]): number[] {
  const ids = rows.flatMap(({ made }) => made?.['message_id'] ?? made?.['message_ids'] ?? [])
  return ids.filter((id): id is number => typeof id === 'number').slice(0, MESSAGES_OF_REQUEST)
}

async function messagesWith(connection: Connection, account: Account, text: string): Promise<SearchResult[]> {
  const { bucket, accountId } = account
  const page = { limit: RESULTS_MAX, after: null }
  const [before, beforeId] = pageStart(page)
  const newest = [before, beforeId, MESSAGES_SCANNED] as const
  return ofMessages(
    connection,
    account,
    await searchMessages(connection, bucket, accountId, ...newest, text, RESULTS_MAX + 1),
  )
}

async function ofMessages(
  connection: Connection,
  account: Account,
  hits: readonly MessageHit[],
): Promise<SearchResult[]> {
  if (hits.length === 0) return []
  const recipientIds = hits.map((hit) => hit.recipientId)
  const recipients = await expandRecipients(connection, account, recipientIds)
  return hits.map((hit) => messageResult(hit, recipients.get(hit.recipientId)))
}

async function ofDeliveries(
  connection: Connection,
  account: Account,
  deliveries: readonly Delivery[],
  isNamed: boolean,
): Promise<SearchResult[]> {
  if (deliveries.length === 0) return []
  const messages = await expandMessages(connection, account, deliveries)
  return deliveries.map((delivery) => deliveryResult(delivery, messages.get(delivery.messageId), isNamed))
}

/** The recipients, the best of them each followed by its newest deliveries. */
async function withDeliveries(
  connection: Connection,
  account: Account,
  hits: readonly RecipientNames[],
): Promise<SearchResult[]> {
  const newest: Delivery[] = []
  for (const { id } of hits.slice(0, RECIPIENTS_WITH_DELIVERIES)) {
    const filters = { ...ANY, recipientId: id }
    const { deliveries } = await listDeliveries(connection, account, FIRST_PAGE, filters)
    newest.push(...deliveries.slice(0, DELIVERIES_OF_RECIPIENT))
  }
  const results = await ofDeliveries(connection, account, newest, false)
  return hits.flatMap((hit) => [
    recipientResult(hit),
    ...results.filter((_, index) => newest[index]!.recipientId === hit.id),
  ])
}
