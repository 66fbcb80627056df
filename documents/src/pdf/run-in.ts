import { createLine, type PdfLine } from './lines.ts'
import { writtenText } from './words.ts'

/** Matches headings on the same line as the text they introduce. */
const RUN_IN_LABEL =
  /^[[【〔(]?\s*(摘\s*要|内\s*容\s*提\s*要|内\s*容\s*摘\s*要|提\s*要|关\s*键\s*词|关\s*键\s*字|主\s*题\s*词|abstract|summary|key\s?words?(?:\s+and\s+phrases)?|index\s+terms)\s*[\]】〕)]?\s*[:.—–-]{0,2}\s*/i

/** A line split into a heading and the text after it. */
export interface RunInHeading {
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
  const marked = /[:.—–\]】〕)-]\s*$/.test(found[0])
  const restyled = line.words.length > 1 && line.words[0]?.style !== line.words.at(-1)?.style
  if (rest !== '' && !marked && !restyled && !/^\p{Script=Han}/u.test(name)) return null
  if (rest !== '' && !marked && !restyled) return null
  const cut = splitLine(line, found[0].length)
  return { head: name.replaceAll(/(\p{Script=Han})\s+(?=\p{Script=Han})/gu, '$1'), ...cut }
}

/**
 * Splits the words of a line after `length` characters of its text; a word that spans that offset is split in
 * proportion.
 */
function splitLine(line: PdfLine, length: number): { headLine: PdfLine; rest: PdfLine | null } {
  const restText = line.text.slice(length)
  let signs = restText.replaceAll(/\s/g, '').length
  const behind = []
  const before = [...line.words]
  while (signs > 0 && before.length > 0) {
    const word = before.pop()
    if (!word) break
    if (word.text.length <= signs) behind.unshift(word)
    else {
      const at = word.text.length - signs
      const x = word.x0 + ((word.x1 - word.x0) * at) / word.text.length
      const written = writtenText(word)
      before.push({ ...word, text: word.text.slice(0, at), written: written.slice(0, at), x1: x })
      behind.unshift({ ...word, text: word.text.slice(at), written: written.slice(at), x0: x, spaced: false })
    }
    signs -= word.text.length
  }
  const rest = createLine(line.page, behind)
  return {
    headLine: createLine(line.page, before) ?? line,
    rest: rest && { ...rest, text: restText, written: writtenText(line).slice(length) },
  }
}
