import type { Block } from '../document.ts'
import { letterKey } from '../structure/text-forms.ts'
import { anyOf } from '../words/word-lists.ts'
import type { TeiStructure } from './read-tei.ts'
import type { BlockSlice } from './slices.ts'

/** A heading found in the text, with its level from 1. */
export interface LocatedHeading {
  slice: BlockSlice
  level: number
}

/** The headings of GROBID that were found in the text. */
export interface LocatedHeadings {
  /** The title, if it is on the first page. */
  title: LocatedHeading | null
  /** In reading order. */
  headings: LocatedHeading[]
  /** Whether so many were found that any other heading of the document is doubtful. */
  isComplete: boolean
}

/** Minimum share and number of GROBID headings to be found before headings that it does not report count as text. */
const MIN_FOUND_SHARE = 0.8
const MIN_HEADINGS = 3

/**
 * Locates the title and the headings of GROBID in the text, each after the one before; headings that the text lacks are
 * skipped.
 */
export function findHeadings(blocks: readonly Block[], { title, headings }: TeiStructure): LocatedHeadings {
  const candidates = headingCandidates(blocks)
  const findAfter = (block: number, letters: string) =>
    candidates.get(letters)?.find((candidate) => candidate.block > block)
  const titleSlice = title === '' ? undefined : findAfter(-1, letterKey(title))
  const firstPageTitle = titleSlice && blocks[titleSlice.block]?.page === 1 ? titleSlice : undefined
  const located: LocatedHeading[] = []
  for (const { text, number, level } of headings) {
    const last = located.at(-1)?.slice.block ?? firstPageTitle?.block ?? -1
    const letters = letterKey(text)
    const slice = findAfter(last, letterKey(number) + letters) ?? findAfter(last, letters)
    if (slice && letters !== '') located.push({ slice, level })
  }
  return {
    title: firstPageTitle ? { slice: firstPageTitle, level: 1 } : null,
    headings: located,
    isComplete: located.length >= MIN_HEADINGS && located.length >= headings.length * MIN_FOUND_SHARE,
  }
}

/** Types of blocks that may be a heading, or begin with one. */
const HEADING_BLOCK_TYPES = new Set<Block['type']>(['heading', 'paragraph', 'list', 'other'])

/** Maps the letters of possible headings to their slices, in reading order. */
function headingCandidates(blocks: readonly Block[]): Map<string, BlockSlice[]> {
  const found = new Map<string, BlockSlice[]>()
  blocks.forEach((block, at) => {
    if (!HEADING_BLOCK_TYPES.has(block.type)) return
    for (const end of lineEnds(block)) {
      const letters = letterKey(block.text.slice(0, end))
      const slice = { block: at, start: 0, end }
      const sameLetters = found.get(letters)
      if (sameLetters) sameLetters.push(slice)
      else found.set(letters, [slice])
    }
  })
  return found
}

/** Bounds the lines of a heading. */
const MAX_HEADING_LINES = 3

/** Returns the offsets at which a heading at the start of the block may end: after its first, second and third line. */
function lineEnds({ text, lines = [] }: Block): number[] {
  const starts = lines.slice(1, MAX_HEADING_LINES + 1).map(({ start }) => start)
  return lines.length > MAX_HEADING_LINES ? starts : [...starts, text.length]
}

/** Matches headings that GROBID omits because they are no sections of the body. */
const NON_BODY_HEADING = new RegExp(`^${anyOf('sections/outside-body')}$`, 'i')

/** Returns whether a heading that GROBID does not report may be body text: it has no number and no usual name. */
export const isDoubtfulHeading = ({ type, text }: Block): boolean =>
  type === 'heading' &&
  !NON_BODY_HEADING.test(text.trim()) &&
  !/^[\dIVXA-Z第(一二三四五六七八九十]+[.、)\s章节]/.test(text)
