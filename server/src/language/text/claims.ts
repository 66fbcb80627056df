import { sentenceSpans, type TextSpan } from './sentences.ts'

const MARKER = /\[\d+\]/g
/** A part of a sentence that says something of its own. */
const MIN_CLAIM_WORDS = 4
const MIN_CLAIM_HAN_CHARS = 6
/** No claim is longer; what stands further before a marker is not looked at. */
const MAX_CLAIM_CHARS = 2_000

/** What the marker at the end of a text is to support: the sentence before it, or the part of it behind the last marker. */
export function claimAt(text: string): string {
  const paragraph = text.slice(text.trimEnd().lastIndexOf('\n') + 1)
  const last = lastSentence(paragraph)
  return last ? stripMarkers(paragraph.slice(claimStartIn(paragraph, last), last.end)) : ''
}

/** Where in a paragraph that ends with a marker's claim the claim begins. */
export function claimStart(paragraph: string): number {
  const last = lastSentence(paragraph)
  return last ? claimStartIn(paragraph, last) : paragraph.length
}

function lastSentence(paragraph: string): TextSpan | undefined {
  const from = Math.max(0, paragraph.trimEnd().length - MAX_CLAIM_CHARS)
  const last = sentenceSpans(paragraph.slice(from)).at(-1)
  return last && { start: last.start + from, end: last.end + from }
}

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
 * Counts words from the end of a text on, each part before the parts it was told of: a Chinese character is one, and so
 * are the letters and digits that stand together.
 */
function createWordCount(): (part: string) => boolean {
  let here = { words: 0, han: 0 }
  /** Behind the letters that the text so far begins with, and whether there are Chinese ones among them. */
  let behind = here
  let isChinese = false
  const take = (character: string) => {
    const isHan = HAN_CHARACTER.test(character)
    const isLetter = LETTER_OR_DIGIT.test(character)
    if (isHan) here = increment(here, 'han')
    else if (isLetter) here = increment(behind, isChinese ? 'han' : 'words')
    isChinese = isLetter && (isHan || isChinese)
    if (!isLetter) behind = here
  }
  return (part) => {
    for (const character of [...part].reverse()) take(character)
    return here.han >= MIN_CLAIM_HAN_CHARS || here.words >= MIN_CLAIM_WORDS
  }
}

type LengthCount = Record<'words' | 'han', number>
const increment = (count: LengthCount, kind: keyof LengthCount): LengthCount => ({
  ...count,
  [kind]: count[kind] + 1,
})

const HAN_CHARACTER = /\p{Script=Han}/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Without markers and the signs of Markdown. */
const stripMarkers = (text: string) =>
  text
    .replace(MARKER, '')
    .replace(/^[\s>#*+,，、;；-]+|[*_`]+/g, '')
    .trim()
