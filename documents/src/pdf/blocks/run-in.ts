import { anyOf } from '../../words/word-lists.ts'
import { createLine, type PdfLine } from '../page/lines.ts'
import { type Word, writtenText } from '../page/words.ts'

/** Matches headings on the same line as the text they introduce, with the punctuation after them. */
const RUN_IN_HEADING = new RegExp(
  `^[[【〔(]?\\s*(${anyOf('sections/run-in-headings')})\\s*[\\]】〕)]?\\s*[:.—–-]{0,2}\\s*`,
  'i',
)

/** A line split into a heading and the text after it. */
export interface RunInHeading {
  /** The heading without spaces between ideographs and without punctuation after it. */
  head: string
  headLine: PdfLine
  /** The text after the heading; null when the heading is alone. */
  rest: PdfLine | null
}

/** Splits a heading such as 摘要： or Keywords— from the text after it; null when the line begins with none. */
export function splitRunInHeading(line: PdfLine): RunInHeading | null {
  const match = RUN_IN_HEADING.exec(line.text)
  const name = match?.[1]
  if (!match || name === undefined) return null
  const rest = line.text.slice(match[0].length)
  // A heading before text is set off by punctuation or by its style; otherwise the words begin a sentence.
  const isPunctuated = /[:.—–\]】〕)-]\s*$/.test(match[0])
  const isRestyled = line.words.length > 1 && line.words[0]?.style !== line.words.at(-1)?.style
  if (rest !== '' && !isPunctuated && !isRestyled) return null
  const head = name.replaceAll(/(\p{Script=Han})\s+(?=\p{Script=Han})/gu, '$1')
  return { head, ...splitLine(line, match[0].length) }
}

/**
 * Splits the words of a line after `length` characters of its text; a word that spans that offset is split in
 * proportion.
 */
function splitLine(line: PdfLine, length: number): { headLine: PdfLine; rest: PdfLine | null } {
  const restText = line.text.slice(length)
  /** Characters of the rest that have not been moved from `before` to `after`. */
  let remaining = restText.replaceAll(/\s/g, '').length
  const before = [...line.words]
  const after: Word[] = []
  while (remaining > 0 && before.length > 0) {
    const word = before.pop()
    if (!word) break
    if (word.text.length <= remaining) after.unshift(word)
    else {
      const at = word.text.length - remaining
      const x = word.x0 + ((word.x1 - word.x0) * at) / word.text.length
      const written = writtenText(word)
      before.push({ ...word, text: word.text.slice(0, at), written: written.slice(0, at), x1: x })
      after.unshift({ ...word, text: word.text.slice(at), written: written.slice(at), x0: x, spaced: false })
    }
    remaining -= word.text.length
  }
  const rest = createLine(line.page, after)
  return {
    headLine: createLine(line.page, before) ?? line,
    rest: rest && { ...rest, text: restText, written: writtenText(line).slice(length) },
  }
}
