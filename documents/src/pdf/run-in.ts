import { createLine, type PdfLine } from './lines.ts'
import { writtenText } from './words.ts'

/** Heads that stand in the line of what they name. */
const RUN_IN_LABEL =
  /^[[【〔(]?\s*(摘\s*要|内\s*容\s*提\s*要|内\s*容\s*摘\s*要|提\s*要|关\s*键\s*词|关\s*键\s*字|主\s*题\s*词|abstract|summary|key\s?words?(?:\s+and\s+phrases)?|index\s+terms)\s*[\]】〕)]?\s*[:.—–-]{0,2}\s*/i

export interface RunInHeading {
  head: string
  headLine: PdfLine
  /** What goes on behind the head; null when it stands alone. */
  rest: PdfLine | null
}

/** A head such as 摘要： or Keywords— in front of a line's text, parted from it; null where there is none. */
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

/** Parts a line's words where its text has so many signs; a word that reaches over the place is parted by its share. */
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
