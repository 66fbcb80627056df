import { MANUSCRIPT_CHECK_LIMITS } from '@scinav/contract'
import { anyOf } from '../../../language/phrases.ts'
import { titleKey } from '../../../library/works/index.ts'
import { parseReference } from '../../reference-text/index.ts'
import type { FoundLists } from './find-lists.ts'
import { type CitationMarker, MAX_ENTRIES, type ManuscriptBlock } from './manuscript.ts'

/** The label at the beginning of a note: `[1]`, `1`, `①`, `*`. */
const NOTE_LABEL =
  /^\s{0,4}(?:[[［〔【(（]\d{1,4}[\]］〕】)）]|\d{1,4}[.、)）]?(?=\s|\p{L}|《)|[①-⑳*†‡])\s{0,4}/u
/** A year of publication. */
const YEAR = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/
/** What a reference has beside a year: a marked title, pages, a publisher, a type mark, a volume. */
const SOURCE_SIGN = new RegExp(
  `《|\\[[A-Z](?:\\/[A-Z]{2})?\\]|[“"][^“”"]{8,200}[”"]|\\bpp?\\.\\s?\\d|第\\s?\\d{1,4}(?:-\\d{1,4})?\\s?页|${anyOf('citations/publishers')}|\\d{1,4}\\s?[(（]\\d{1,4}[)）]\\s?[:：]`,
  'u',
)
/** A note that refers to the one before it. */
const SAME_SOURCE = new RegExp(`^${anyOf('citations/same-source')}`, 'iu')
/** A note that refers to an earlier one by its number: `同前注[3]`, `Smith, supra note 3`. */
const EARLIER_NOTE =
  /^(?:(?:同|见|参见)?前(?:引|揭)?注\s?[[［〔(（]?(\d{1,4})|(?:[^.]{0,60}\s)?supra note (\d{1,4}))/iu

/** A note with the place of its mark in the text. */
interface ReferenceNote {
  text: string
  block: number
  /** Where the text refers to it: the mark, or the note itself where no mark was found. */
  mark: { block: number; start: number; end: number; text: string }
}

/** Returns the footnotes and endnotes in order, without their labels. */
function findNotes(blocks: readonly ManuscriptBlock[]): ReferenceNote[] {
  const marks = new Map<number, ReferenceNote['mark']>()
  for (const [block, { notes = [] }] of blocks.entries())
    for (const { start, end, label, note } of notes)
      if (!marks.has(note)) marks.set(note, { block, start, end, text: label })
  return blocks.flatMap(({ kind, text }, block) => {
    if (kind !== 'footnote') return []
    const label = NOTE_LABEL.exec(text)?.[0] ?? ''
    const mark = marks.get(block) ?? { block, start: 0, end: label.length, text: label.trim() }
    return [{ text: text.slice(label.length).trim(), block, mark }]
  })
}

const isReference = (text: string): boolean => YEAR.test(text) && SOURCE_SIGN.test(text)

/**
 * Reads the references in footnotes and endnotes. Where the manuscript has no list, they are its entries, and those of
 * `found` grow by them; else a note cites the entry whose title it has.
 */
export function linkNotes(blocks: readonly ManuscriptBlock[], found: FoundLists): CitationMarker[] {
  const notes = findNotes(blocks)
  if (!notes.some(({ text }) => isReference(text))) return []
  const find = found.lists.length > 0 ? createTitleFinder(found) : createNoteList(found, blocks, notes)
  const cited: (number | null)[] = []
  return notes.flatMap(({ text, block, mark }, at) => {
    // Notes count from 1; without the number of an earlier note, the index is -1.
    const earlier = Number(EARLIER_NOTE.exec(text)?.slice(1).find(Boolean) ?? 0) - 1
    const entry = SAME_SOURCE.test(text) ? (cited[at - 1] ?? null) : (cited[earlier] ?? find(text, block))
    cited.push(entry)
    return entry === null ? [] : [{ ...mark, form: 'note', entries: [entry], unmatched: [], ambiguous: [] }]
  })
}

/** Returns the entry that a note in a block cites; null for none. */
type EntryFinder = (text: string, block: number) => number | null

/** Length of the beginning of titles by which they are looked up, in letters and digits. */
const TITLE_START_CHARS = 8

/** Bounds the titles with the same beginning. */
const MAX_SAME_START = 20
/** Bounds the part of a note in which titles are looked for, in UTF-16 units. */
const MAX_NOTE_CHARS = 1_500

/** Finds the listed entry whose title stands in a note, among those that are checked. */
function createTitleFinder({ entries }: FoundLists): EntryFinder {
  const byStart = new Map<string, { key: string; index: number }[]>()
  for (const { index, text } of entries.slice(0, MANUSCRIPT_CHECK_LIMITS.entries)) {
    const key = titleKey(parseReference(text).title ?? '')
    if (key.length < TITLE_START_CHARS) continue
    const start = key.slice(0, TITLE_START_CHARS)
    byStart.set(start, [...(byStart.get(start) ?? []).slice(0, MAX_SAME_START), { key, index }])
  }
  return (text) => {
    const key = titleKey(text.slice(0, MAX_NOTE_CHARS))
    for (let at = 0; at + TITLE_START_CHARS <= key.length; at += 1) {
      const same = byStart.get(key.slice(at, at + TITLE_START_CHARS))
      const match = same?.find((entry) => key.startsWith(entry.key, at))
      if (match) return match.index
    }
    return null
  }
}

/** Makes the references of notes the entries of a list. */
function createNoteList(
  { lists, entries }: FoundLists,
  blocks: readonly ManuscriptBlock[],
  notes: readonly ReferenceNote[],
): EntryFinder {
  const sources = notes.filter(({ text }) => isReference(text)).slice(0, MAX_ENTRIES)
  const byBlock = new Map<number, number>()
  for (const { text, block } of sources) {
    const end = blocks[block]?.text.length ?? 0
    byBlock.set(block, entries.length)
    entries.push({ index: entries.length, list: 0, number: null, text, block, start: end - text.length, end })
  }
  lists.push({
    ...{ index: 0, title: null, numbered: false, place: 'notes' },
    first: sources[0]?.block ?? 0,
    last: sources.at(-1)?.block ?? 0,
    scope: { from: 0, to: blocks.length - 1 },
  })
  return (_, block) => byBlock.get(block) ?? null
}
