import type { Block } from '../document.ts'
import { lettersOf } from './letters.ts'
import type { ToldStructure } from './read-tei.ts'
import type { Slice } from './slices.ts'

/** A heading is no longer. */
const MOST_LINES = 3
const mayBeHead = new Set<Block['type']>(['heading', 'paragraph', 'list', 'other'])
/** So many have to be found in the text before those that were not named count as text. */
const MOST_FOUND = 0.8
const FEWEST = 3
/** What engines leave out because it is no section of the body. */
const aside =
  /^(?:abstract|summary|key\s?words?|index terms|references?|bibliography|acknowledge?ments?|appendix.*|摘\s*要|关\s*键\s*词|参\s*考\s*文\s*献|致\s*谢|附\s*录.*)$/i

/** Where a block's first lines end that may be a heading. */
function ends({ text, lines = [] }: Block): number[] {
  const starts = lines.slice(1, MOST_LINES + 1).map(({ start }) => start)
  return lines.length > MOST_LINES ? starts : [...starts, text.length]
}

/** Letters of what may be a heading → where it stands, in reading order. */
function beginnings(blocks: readonly Block[]): Map<string, Slice[]> {
  const found = new Map<string, Slice[]>()
  blocks.forEach((block, at) => {
    if (!mayBeHead.has(block.type)) return
    for (const end of ends(block)) {
      const letters = lettersOf(block.text.slice(0, end))
      const slice = { block: at, start: 0, end }
      const there = found.get(letters)
      if (there) there.push(slice)
      else found.set(letters, [slice])
    }
  })
  return found
}

export interface FoundHead {
  slice: Slice
  level: number
}

/** Where the title and the sections that were told stand in the text, in its order; what is not there is passed over. */
export function findHeads(
  blocks: readonly Block[],
  { title, heads }: ToldStructure,
): { title: FoundHead | null; heads: FoundHead[]; known: boolean } {
  const places = beginnings(blocks)
  const seek = (letters: string, from: number) => places.get(letters)?.find(({ block }) => block > from)
  const first = title === '' ? undefined : seek(lettersOf(title), -1)
  const onFirstPage = first && blocks[first.block]?.page === 1 ? first : undefined
  const found: FoundHead[] = []
  for (const { text, number, level } of heads) {
    const from = found.at(-1)?.slice.block ?? onFirstPage?.block ?? -1
    const letters = lettersOf(text)
    const slice = seek(lettersOf(number) + letters, from) ?? seek(letters, from)
    if (slice && letters !== '') found.push({ slice, level })
  }
  const known = found.length >= FEWEST && found.length >= heads.length * MOST_FOUND
  return { title: onFirstPage ? { slice: onFirstPage, level: 1 } : null, heads: found, known }
}

/** Whether a heading of ours that nobody else takes for one is text: it has no number and no usual name. */
export const isDoubtful = ({ type, text }: Block): boolean =>
  type === 'heading' &&
  !aside.test(text.trim()) &&
  !/^[\dIVXA-Z第(一二三四五六七八九十]+[.、)\s章节]/.test(text)
