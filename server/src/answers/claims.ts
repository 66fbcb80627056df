import { sentencesOf } from './sentences.ts'

const MARK = /\[\d+\]/g
/** A part of a sentence that says something of its own. */
const LEAST_WORDS = 4
const LEAST_HAN = 6

/** What the mark at the end of a text is to support: the sentence before it, or the part of it behind the last mark. */
export function claimAt(text: string): string {
  const paragraph = text.slice(text.trimEnd().lastIndexOf('\n') + 1)
  const last = sentencesOf(paragraph).at(-1)
  return last ? plain(paragraph.slice(claimStart(paragraph), last.end)) : ''
}

/** Where in a paragraph that ends with a mark's claim the claim begins. */
export function claimStart(paragraph: string): number {
  const last = sentencesOf(paragraph).at(-1)
  if (!last) return paragraph.length
  const sentence = paragraph.slice(last.start, last.end)
  const marks = [...sentence.matchAll(MARK)].map(({ index, 0: mark }) => ({
    index,
    end: index + mark.length,
  }))
  const before = marks.findLast(({ end }) => saysEnough(sentence.slice(end)))
  return last.start + (before?.end ?? 0)
}

function saysEnough(text: string): boolean {
  const words = text.replace(MARK, '').match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []
  const han = words.filter((word) => /\p{Script=Han}/u.test(word)).length
  return han >= LEAST_HAN || words.length - han >= LEAST_WORDS
}

/** Without marks and the signs of Markdown. */
const plain = (text: string) =>
  text
    .replace(MARK, '')
    .replace(/^[\s>#*+,，、;；-]+|[*_`]+/g, '')
    .trim()
