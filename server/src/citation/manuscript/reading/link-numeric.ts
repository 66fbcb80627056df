import { findIndexedNames } from './indexed-names.ts'
import { longestRise } from './longest-rise.ts'
import {
  type CitationMarker,
  MAX_CITED,
  MAX_UNLINKED,
  type ManuscriptBlock,
  type ManuscriptEntry,
  type ReferenceList,
} from './manuscript.ts'
import { findBracketed, findRaised, type NumericMarker } from './numeric-markers.ts'

/** Kinds of blocks that hold no citations. */
const UNCITING_KINDS = new Set<ManuscriptBlock['kind']>(['code', 'formula', 'reference'])

/** A block whose text may cite, with its index. */
export interface CitingBlock {
  block: ManuscriptBlock
  at: number
}

/** Returns the blocks whose text may cite: those of no list that are no program or formula. */
export function citingBlocks(
  blocks: readonly ManuscriptBlock[],
  lists: readonly ReferenceList[],
): CitingBlock[] {
  const listed = new Set<number>()
  for (const { first, last, place } of lists)
    if (place !== 'notes') for (let at = first; at <= last; at += 1) listed.add(at)
  return blocks.flatMap((block, at) =>
    listed.has(at) || UNCITING_KINDS.has(block.kind) ? [] : [{ block, at }],
  )
}

/** Entries of the lists that a block refers to, by number or label. */
type EntriesByLabel = ReadonlyMap<string, number[]>

/** Returns the entries by label of each scope of lists, in the order of the scopes; `highest` is the largest number. */
function entriesByScope(
  lists: readonly ReferenceList[],
  entries: readonly ManuscriptEntry[],
): { to: number; labels: EntriesByLabel; highest: number }[] {
  const scopes: { to: number; labels: Map<string, number[]>; highest: number }[] = []
  const scopeOfList = new Map<number, (typeof scopes)[number]>()
  for (const { index, scope } of lists) {
    const existing = scopes.find(({ to }) => to === scope.to)
    const entriesOfScope = existing ?? { to: scope.to, labels: new Map(), highest: 0 }
    if (!existing) scopes.push(entriesOfScope)
    scopeOfList.set(index, entriesOfScope)
  }
  for (const { list, number, index } of entries) {
    const scope = scopeOfList.get(list)
    if (!scope) continue
    const label = (number ?? String(scope.labels.size + 1)).replace(/^0+(?=\d)/, '')
    const same = scope.labels.get(label)
    if (same) same.push(index)
    else scope.labels.set(label, [index])
    if (/^\d+$/.test(label)) scope.highest = Math.max(scope.highest, Number(label))
  }
  return scopes
}

/** Length of the text that shows whether it is a sentence, in UTF-16 units. */
const SENTENCE_CONTEXT_CHARS = 48

/** Returns whether the text before an offset is of a sentence, and no name that a raised number gives an affiliation. */
const endsInSentence = (text: string, offset: number): boolean =>
  /(?:\p{Script=Han}{5}|\p{Ll}\s\p{Ll}{1,30})[^\p{L}]{0,8}$/u.test(
    text.slice(Math.max(0, offset - SENTENCE_CONTEXT_CHARS), offset),
  )

/** How far beyond a list the numbers of entries that it lacks may go: a factor, and numbers for short lists. */
const CITED_NUMBER_FACTOR = 2
const SPARE_CITED_NUMBERS = 20

/**
 * Returns the largest number that may cite an entry, listed or not; larger ones are values. A list of labels has no
 * numbers that could be cited.
 */
const maxCitedNumber = (highest: number): number =>
  highest === 0 ? 0 : highest * CITED_NUMBER_FACTOR + SPARE_CITED_NUMBERS

/** Links a marker to the entries with its labels; `3a` is entry 3 where no entry has this label. */
function linkMarker(
  { labels, isBracketed: _, ...marker }: NumericMarker,
  byLabel: EntriesByLabel,
): CitationMarker {
  const entries = new Set<number>()
  const unmatched = new Set<string>()
  for (const label of labels) {
    const found = byLabel.get(label) ?? byLabel.get(label.replace(/[a-z]$/i, ''))
    if (!found && unmatched.size < MAX_UNLINKED) unmatched.add(label)
    for (const entry of found?.slice(0, MAX_CITED - entries.size) ?? []) entries.add(entry)
  }
  return { ...marker, form: 'numeric', entries: [...entries], unmatched: [...unmatched], ambiguous: [] }
}

/** Share of raised numbers that rise without repeats, from which they may be marks of notes. */
const MIN_NOTE_SHARE = 0.8

/**
 * Returns whether raised numbers are marks of notes that were not found: each is a single number that occurs once, in
 * rising order, and they go beyond the list, or many citations stand in brackets beside them.
 */
function areNoteMarks(
  raised: readonly NumericMarker[],
  bracketed: readonly NumericMarker[],
  scopes: readonly { highest: number }[],
): boolean {
  const numbers = raised.map(({ labels }) => (labels.length === 1 ? Number(labels[0]) : 0))
  const rising = new Set([...longestRise(numbers)].map((at) => numbers[at] ?? 0))
  if (rising.size < raised.length * MIN_NOTE_SHARE) return false
  const highest = Math.max(...scopes.map((scope) => scope.highest))
  return Math.max(...rising) > highest || bracketed.length * 2 > raised.length
}

/** Returns the brackets that are attached to a Latin word, or follow such brackets, and are not raised. */
function attachedMarkers(markers: readonly NumericMarker[], blocks: readonly ManuscriptBlock[]) {
  const attached = new Set<NumericMarker>()
  for (const [at, marker] of markers.entries()) {
    const { text = '', raised = [] } = blocks[marker.block] ?? {}
    const last = markers[at - 1]
    const continues = last?.block === marker.block && last.end === marker.start
    const isAttached = continues ? attached.has(last) : /[A-Za-z_]/.test(text[marker.start - 1] ?? '')
    if (isAttached && !raised.some(({ start }) => start === marker.start)) attached.add(marker)
  }
  return attached
}

/** The fewest citations that show how a text sets them, and how many times as many stand apart as are attached. */
const MIN_APART = 5
const MIN_APART_RATIO = 4

/**
 * Removes brackets attached to a Latin word from a text that sets its citations apart from words: they are indexes. One
 * whose numbers the text has not cited before may have lost its space.
 */
function withoutAttached(markers: readonly NumericMarker[], blocks: readonly ManuscriptBlock[]) {
  const attached = attachedMarkers(markers, blocks)
  const spaced = markers.filter(({ block, start }) =>
    /^[A-Za-z]\s$/.test(blocks[block]?.text.slice(Math.max(0, start - 2), start) ?? ''),
  )
  if (spaced.length < Math.max(MIN_APART, attached.size * MIN_APART_RATIO)) return markers
  const cited = new Set<string>()
  return markers.filter((marker) => {
    const isKnown = marker.labels.every((label) => cited.has(label))
    for (const label of marker.labels) cited.add(label)
    return !attached.has(marker) || !isKnown
  })
}

/** Returns how many numbers and labels of lists markers cite. */
function countLabels(
  markers: readonly NumericMarker[],
  scopes: readonly { labels: EntriesByLabel }[],
): number {
  const cited = new Set(markers.flatMap(({ labels }) => labels))
  return [...cited].filter((label) => scopes.some(({ labels }) => labels.has(label))).length
}

/**
 * Reads the citations by number or label and links them to the entries of the list of their chapter; returns them in the
 * order of the text. Numbers too large to be citations, and labels that no entry has, are left out.
 */
export function linkNumeric(
  blocks: readonly ManuscriptBlock[],
  citing: readonly CitingBlock[],
  lists: readonly ReferenceList[],
  entries: readonly ManuscriptEntry[],
): CitationMarker[] {
  const scopes = entriesByScope(lists, entries)
  if (scopes.length === 0) return []
  const indexed = findIndexedNames(blocks)
  const bracketed = withoutAttached(
    citing.flatMap(({ block, at }) => findBracketed(at, block, indexed)),
    blocks,
  )
  const raised = citing.flatMap(({ block, at }) => {
    const markers = block.kind === 'heading' ? [] : findRaised(at, block)
    return block.kind === 'other' ? markers.filter(({ start }) => endsInSentence(block.text, start)) : markers
  })
  // A manuscript sets its citations in one way.
  const isRaised =
    countLabels(raised, scopes) > countLabels(bracketed, scopes) && !areNoteMarks(raised, bracketed, scopes)
  const found = isRaised ? raised : bracketed
  let scope = 0
  return found.flatMap((marker) => {
    while (scope < scopes.length - 1 && marker.block > (scopes[scope]?.to ?? 0)) scope += 1
    const { labels = new Map(), highest = 0 } = scopes[scope] ?? {}
    const isLabel = /\p{L}/u.test(marker.labels[0]?.[0] ?? '')
    if (marker.labels.some((label) => Number.parseInt(label, 10) > maxCitedNumber(highest))) return []
    const linked = linkMarker(marker, labels)
    return isLabel && linked.entries.length === 0 ? [] : [linked]
  })
}
