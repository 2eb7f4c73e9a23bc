/** The difference of two states of a template, by lines, with the changed words of a line. Pure. */
import { diffLines, diffWordsWithSpace } from 'diff'
import { textsOfParts } from './content.ts'
import type { Draft } from './draft.ts'
import { languageName } from './places.ts'

/** The time of a comparison grows with the product of this and the lines. */
const CHANGED_LINES_MAX = 3_000
/** Longer lines are not compared by words. */
const COMPARED_CHARACTERS_MAX = 2_000
/** Unchanged lines shown around a change. */
const CONTEXT_LINES = 3

export interface Piece {
  text: string
  isChanged: boolean
}

export interface DifferenceLine {
  kind: 'same' | 'removed' | 'added' | 'skipped'
  pieces: Piece[]
}

export interface PartDifference {
  label: string
  /** Null: the texts differ in too many lines. */
  lines: DifferenceLine[] | null
}

/** All parts of a template with their names for people. Absent texts are left out. */
function partsOf(draft: Draft, nameOf: (channelId: number) => string): Map<string, string> {
  const parts = new Map<string, string>()
  const add = (label: string, text: string) => text !== '' && parts.set(label, text)
  const addTexts = (of: Pick<Draft, 'subject' | 'body' | 'channels'>, suffix: string) => {
    add(`Subject${suffix}`, of.subject)
    add(`Body${suffix}`, of.body)
    for (const { notification_channel_id: id, subject, body, url, ...content } of of.channels) {
      add(`Subject on ${nameOf(id)}${suffix}`, subject)
      add(`Body on ${nameOf(id)}${suffix}`, body)
      add(`Link on ${nameOf(id)}${suffix}`, url)
      for (const [label, text] of textsOfParts(content)) add(`${label} on ${nameOf(id)}${suffix}`, text)
    }
  }
  add('Format of the body', draft.body_format)
  add('Opens', draft.track_opens ? 'Counted' : 'Not counted')
  add('Priority', draft.priority)
  add('Channels', draft.channels.map(({ notification_channel_id: id }) => nameOf(id)).join('\n'))
  addTexts(draft, '')
  add('Languages', draft.locales.map(({ locale }) => languageName(locale)).join('\n'))
  for (const texts of draft.locales) addTexts(texts, `, ${languageName(texts.locale)}`)
  return parts
}

const plain = (text: string): Piece[] => [{ text, isChanged: false }]

/** The pieces of a changed line, of the side `removed` or `added`. */
function piecesOf(before: string, after: string, side: 'removed' | 'added'): Piece[] {
  if (before.length + after.length > COMPARED_CHARACTERS_MAX) return plain(side === 'removed' ? before : after)
  return diffWordsWithSpace(before, after)
    .filter(({ removed, added }) => (side === 'removed' ? !added : !removed))
    .map(({ value, removed, added }) => ({ text: value, isChanged: removed || added }))
}

const linesOf = (value: string): string[] => value.replace(/\n$/, '').split('\n')

/** Removed lines and the lines in their place: each pair is compared by words. */
function changedLines(removed: readonly string[], added: readonly string[]): DifferenceLine[] {
  const one = removed.map((text, index): DifferenceLine => {
    const other = added[index]
    return { kind: 'removed', pieces: other === undefined ? plain(text) : piecesOf(text, other, 'removed') }
  })
  const two = added.map((text, index): DifferenceLine => {
    const other = removed[index]
    return { kind: 'added', pieces: other === undefined ? plain(text) : piecesOf(other, text, 'added') }
  })
  return [...one, ...two]
}

/** Unchanged lines far from a change become one line. */
function shortened(texts: readonly string[], isFirst: boolean, isLast: boolean): DifferenceLine[] {
  const start = isFirst ? 0 : CONTEXT_LINES
  const end = isLast ? 0 : CONTEXT_LINES
  const same = (some: readonly string[]) => some.map((text): DifferenceLine => ({ kind: 'same', pieces: plain(text) }))
  const left = texts.length - start - end
  if (left <= 1) return same(texts)
  const skipped: DifferenceLine = { kind: 'skipped', pieces: plain(`${left} unchanged lines`) }
  return [...same(texts.slice(0, start)), skipped, ...same(texts.slice(texts.length - end))]
}

/** The lines of both texts. Null: they differ in too many lines. */
export function compareTexts(before: string, after: string): DifferenceLine[] | null {
  const changes = diffLines(before, after, { maxEditLength: CHANGED_LINES_MAX })
  if (changes === undefined) return null
  const lines: DifferenceLine[] = []
  for (let index = 0; index < changes.length; index++) {
    const { value, removed, added } = changes[index]!
    const next = changes[index + 1]
    if (removed && next?.added === true) {
      lines.push(...changedLines(linesOf(value), linesOf(next.value)))
      index++
    } else if (removed) lines.push(...changedLines(linesOf(value), []))
    else if (added) lines.push(...changedLines([], linesOf(value)))
    else lines.push(...shortened(linesOf(value), index === 0, index === changes.length - 1))
  }
  return lines
}

/** The parts that differ, in the order of the editor. `nameOf`: the name of a channel. */
export function differences(before: Draft, after: Draft, nameOf: (channelId: number) => string): PartDifference[] {
  const [old, fresh] = [partsOf(before, nameOf), partsOf(after, nameOf)]
  const labels = [...new Set([...fresh.keys(), ...old.keys()])]
  return labels.flatMap((label) => {
    const [one, other] = [old.get(label) ?? '', fresh.get(label) ?? '']
    return one === other ? [] : [{ label, lines: compareTexts(one, other) }]
  })
}
