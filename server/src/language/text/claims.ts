import { sentenceSpans, type TextSpan } from './sentences.ts'
import { lastCellStart } from './table-cells.ts'

/** A citation marker: `[3]`. */
const MARKER = /\[\d+\]/g
/** The fewest words, or Han characters, that make a part of a sentence a claim of its own. */
const MIN_CLAIM_WORDS = 4
const MIN_CLAIM_HAN_CHARS = 6
/** Bounds the text before a marker that is examined, in UTF-16 units. */
const MAX_CLAIM_CHARS = 2_000

/**
 * Returns the claim that a marker at the end of `text` supports: the last sentence, or its part after an earlier marker
 * if that part is long enough. "Reading improves recall [1] but slows everyday work" gives "but slows everyday work".
 * In a row of a table it is in the last cell. Markers and Markdown are removed; '' when the last line has no sentence.
 */
export function claimAt(text: string): string {
  const line = text.slice(text.trimEnd().lastIndexOf('\n') + 1)
  const paragraph = line.slice(lastCellStart(line))
  const last = lastSentence(paragraph)
  return last ? stripMarkers(paragraph.slice(claimStartIn(paragraph, last), last.end)) : ''
}

/** Returns the offset at which the claim (`claimAt`) at the end of a line begins. */
export function claimStart(line: string): number {
  const from = lastCellStart(line)
  const paragraph = line.slice(from)
  const last = lastSentence(paragraph)
  return from + (last ? claimStartIn(paragraph, last) : paragraph.length)
}

/** Returns the last sentence of a paragraph, undefined without one; of a long paragraph only the end is read. */
function lastSentence(paragraph: string): TextSpan | undefined {
  const from = Math.max(0, paragraph.trimEnd().length - MAX_CLAIM_CHARS)
  const last = sentenceSpans(paragraph.slice(from)).at(-1)
  return last && { start: last.start + from, end: last.end + from }
}

/**
 * Returns where the claim in the last sentence of a paragraph begins: after the last marker that leaves
 * enough words.
 */
function claimStartIn(paragraph: string, { start, end }: TextSpan): number {
  const sentence = paragraph.slice(start, end)
  const markers = [...sentence.matchAll(MARKER)].map(({ index, 0: marker }) => ({
    index,
    end: index + marker.length,
  }))
  const saysEnough = createWordCount()
  let until = sentence.length
  for (const marker of markers.toReversed()) {
    if (saysEnough(sentence.slice(marker.end, until))) return start + marker.end
    until = marker.index
  }
  return start
}

/**
 * Returns a function that counts the words of a text from its end to its beginning, so that each character is read once.
 * Each call takes the part before that of the last call and returns whether all parts so far are enough for a claim. A
 * Han character counts as one. A run of other letters and digits counts as one word, or, directly before a Han character
 * as in GPT模型, as one Han character.
 */
function createWordCount(): (part: string) => boolean {
  let counts: LengthCount = { words: 0, han: 0 }
  /** The counts without the run that is being read, which the next character may continue. */
  let countsAfterRun = counts
  /** Whether a Han character follows that run directly. */
  let isJoinedToHan = false
  const countCharacter = (character: string) => {
    const isHan = HAN_CHARACTER.test(character)
    const isLetter = LETTER_OR_DIGIT.test(character)
    if (isHan) counts = increment(counts, 'han')
    else if (isLetter) counts = increment(countsAfterRun, isJoinedToHan ? 'han' : 'words')
    isJoinedToHan = isLetter && (isHan || isJoinedToHan)
    if (!isLetter || isHan) countsAfterRun = counts
  }
  return (part) => {
    for (const character of [...part].reverse()) countCharacter(character)
    return counts.han >= MIN_CLAIM_HAN_CHARS || counts.words >= MIN_CLAIM_WORDS
  }
}

type LengthCount = Record<'words' | 'han', number>
const increment = (count: LengthCount, kind: keyof LengthCount): LengthCount => ({
  ...count,
  [kind]: count[kind] + 1,
})

const HAN_CHARACTER = /\p{Script=Han}/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Removes citation markers and Markdown marks; an underscore inside a word, as in a name, is none. */
const stripMarkers = (text: string) =>
  text
    .replace(MARKER, '')
    .replace(/^[\s>#*+,，、;；-]+|[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .trim()
