import { anyOf } from '../../words/word-lists.ts'
import { createLine, type PdfLine } from '../page/lines.ts'
import { type Word, writtenText } from '../page/words.ts'

/** Matches headings on the same line as the text they introduce. */
const RUN_IN_LABEL = new RegExp(
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
  const found = RUN_IN_LABEL.exec(line.text)
  const name = found?.[1]
  if (!found || name === undefined) return null
  const rest = line.text.slice(found[0].length)
  // Before text, the words of a heading are set off by punctuation or by their style.
  const isPunctuated = /[:.—–\]】〕)-]\s*$/.test(found[0])
  const isRestyled = line.words.length > 1 && line.words[0]?.style !== line.words.at(-1)?.style
  if (rest !== '' && !isPunctuated && !isRestyled) return null
  const head = name.replaceAll(/(\p{Script=Han})\s+(?=\p{Script=Han})/gu, '$1')
  return { head, ...splitLine(line, found[0].length) }
}

/**
 * Splits the words of a line after `length` characters of its text; a word that spans that offset is split in
 * proportion.
 */
function splitLine(line: PdfLine, length: number): { headLine: PdfLine; rest: PdfLine | null } {
  const restText = line.text.slice(length)
  /** Characters of the rest that are still among the words before it. */
  let left = restText.replaceAll(/\s/g, '').length
  const before = [...line.words]
  const after: Word[] = []
  while (left > 0 && before.length > 0) {
    const word = before.pop()
    if (!word) break
    if (word.text.length <= left) after.unshift(word)
    else {
      const at = word.text.length - left
      const x = word.x0 + ((word.x1 - word.x0) * at) / word.text.length
      const written = writtenText(word)
      before.push({ ...word, text: word.text.slice(0, at), written: written.slice(0, at), x1: x })
      after.unshift({ ...word, text: word.text.slice(at), written: written.slice(at), x0: x, spaced: false })
    }
    left -= word.text.length
  }
  const rest = createLine(line.page, after)
  return {
    headLine: createLine(line.page, before) ?? line,
    rest: rest && { ...rest, text: restText, written: writtenText(line).slice(length) },
  }
}
