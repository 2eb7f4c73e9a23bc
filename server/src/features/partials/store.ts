/** Stores which partials templates and partials use, under one lock. */
import { lockAccount } from '../../core/accounts/quotas.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { invalid } from '../../platform/errors.ts'
import type { Checked, FieldText } from '../../core/rendering/parse.ts'
import { missingPartials, partialErrors } from '../../core/rendering/partials.ts'
import type { PartialLocale } from '../../core/rendering/partials.ts'
import { findPartialIds, insertPartialVersion, partialGraph, replacePartialUses } from './queries.ts'
import { mentionedPartials } from '../../core/rendering/partial-tags.ts'

export interface PartialTexts {
  text: string
  locales: readonly PartialLocale[]
}

/** The texts of a partial with their fields. */
export const textsOf = ({ text, locales }: PartialTexts): FieldText[] => [
  { field: 'text', text },
  ...locales.map((one, index) => ({ field: `locales.${index}.text`, text: one.text })),
]

interface Account {
  bucket: number
  accountId: number
}

/**
 * Locks the partials of the account and the uses of all its templates until the transaction ends. Call it before any
 * other lock. So two saves at once cannot make a cycle, and no partial is deleted while a template begins to use it.
 */
export const lockPartials = (transaction: Transaction, { bucket, accountId }: Account) =>
  lockAccount(transaction, bucket, accountId)

/**
 * The ids of the partials that a template uses. `texts`: those of the request, already checked. `all`: those of the
 * new version. A partial that a text only mentions counts too, because unchanged texts are not parsed again.
 * Throws 422 if a text of the request uses a partial that does not exist.
 */
export async function partialsOfTemplate(
  transaction: Transaction,
  { bucket, accountId }: Account,
  { texts, checked, all }: { texts: readonly FieldText[]; checked: Checked; all: readonly FieldText[] },
): Promise<number[]> {
  const names = new Set(all.flatMap(({ text }) => [...mentionedPartials(text)]))
  const found = names.size === 0 ? [] : await findPartialIds(transaction, bucket, accountId, [...names])
  const errors = missingPartials(texts, checked, new Set(found.map(({ name }) => name)))
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return found.map(({ id }) => id)
}

/**
 * Stores a version of a partial and the partials that it uses. Call `lockPartials` before. Throws 422 if one of them does
 * not exist, if they form a cycle or nest too deeply, or if all partials of the account are too long.
 */
export async function storePartialVersion(
  transaction: Transaction,
  { bucket, accountId, id, version }: Account & { id: number; version: number },
  partial: PartialTexts & { name: string; uses: Checked['uses'] },
  now: string,
): Promise<void> {
  const all = await partialGraph(transaction, bucket, accountId)
  const others = all.filter((other) => other.id !== id)
  const errors = partialErrors(
    { ...partial, texts: textsOf(partial) },
    {
      graph: new Map(others.map(({ name, uses }) => [name, uses])),
      bytes: others.reduce((sum, { bytes }) => sum + bytes, 0),
    },
  )
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const ids = new Map(all.map((one) => [one.name, one.id]))
  await insertPartialVersion(
    transaction,
    bucket,
    accountId,
    id,
    version,
    partial.text,
    JSON.stringify(partial.locales),
    now,
  )
  const usedIds = [...new Set(partial.uses.map(({ name }) => ids.get(name)!))]
  await replacePartialUses(transaction, bucket, accountId, id, usedIds)
}
