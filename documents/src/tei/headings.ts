import type { Block } from '../document.ts'
import { letterKey } from './letters.ts'
import type { TeiStructure } from './read-tei.ts'
import type { BlockSlice } from './slices.ts'

/** Bounds the lines of a heading. */
const MAX_HEADING_LINES = 3
const HEADING_BLOCK_TYPES = new Set<Block['type']>(['heading', 'paragraph', 'list', 'other'])
/** Share and number of GROBID headings that must be found before headings which it did not report count as text. */
const MIN_FOUND_SHARE = 0.8
const MIN_HEADINGS = 3
/** Matches headings that GROBID omits because they are no sections of the body. */
const NON_BODY_HEADING =
  /^(?:abstract|summary|key\s?words?|index terms|references?|bibliography|acknowledge?ments?|appendix.*|摘\s*要|关\s*键\s*词|参\s*考\s*文\s*献|致\s*谢|附\s*录.*)$/i

/** Returns the offsets of the line ends at which a heading at the start of the block may end. */
function lineEnds({ text, lines = [] }: Block): number[] {
  const starts = lines.slice(1, MAX_HEADING_LINES + 1).map(({ start }) => start)
  return lines.length > MAX_HEADING_LINES ? starts : [...starts, text.length]
}

/** Maps the letters of possible headings to their slices, in reading order. */
function headingCandidates(blocks: readonly Block[]): Map<string, BlockSlice[]> {
  const found = new Map<string, BlockSlice[]>()
  blocks.forEach((block, at) => {
    if (!HEADING_BLOCK_TYPES.has(block.type)) return
    for (const end of lineEnds(block)) {
      const letters = letterKey(block.text.slice(0, end))
      const slice = { block: at, start: 0, end }
      const there = found.get(letters)
      if (there) there.push(slice)
      else found.set(letters, [slice])
    }
  })
  return found
}

/** A heading found in the text, with its level. */
export interface LocatedHeading {
  slice: BlockSlice
  level: number
}

/**
 * Locates the title and the headings of GROBID in the text, in its order; headings that the text lacks are skipped.
 * `known` states whether enough were found to trust the list.
 */
export function findHeadings(
  blocks: readonly Block[],
  { title, heads }: TeiStructure,
): { title: LocatedHeading | null; heads: LocatedHeading[]; known: boolean } {
  const places = headingCandidates(blocks)
  const seek = (letters: string, from: number) => places.get(letters)?.find(({ block }) => block > from)
  const first = title === '' ? undefined : seek(letterKey(title), -1)
  const onFirstPage = first && blocks[first.block]?.page === 1 ? first : undefined
  const found: LocatedHeading[] = []
  for (const { text, number, level } of heads) {
    const from = found.at(-1)?.slice.block ?? onFirstPage?.block ?? -1
    const letters = letterKey(text)
    const slice = seek(letterKey(number) + letters, from) ?? seek(letters, from)
    if (slice && letters !== '') found.push({ slice, level })
  }
  const known = found.length >= MIN_HEADINGS && found.length >= heads.length * MIN_FOUND_SHARE
  return { title: onFirstPage ? { slice: onFirstPage, level: 1 } : null, heads: found, known }
}

/** Returns whether a heading that GROBID does not report may be body text: it has no number and no usual name. */
export const isDoubtfulHeading = ({ type, text }: Block): boolean =>
  type === 'heading' &&
  !NON_BODY_HEADING.test(text.trim()) &&
  !/^[\dIVXA-Z第(一二三四五六七八九十]+[.、)\s章节]/.test(text)
