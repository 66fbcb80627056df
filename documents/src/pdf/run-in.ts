import { type Line, lineOf } from './lines.ts'
import { writtenText } from './words.ts'

/** Heads that stand in the line of what they name. */
const label =
  /^[[【〔(]?\s*(摘\s*要|内\s*容\s*提\s*要|内\s*容\s*摘\s*要|提\s*要|关\s*键\s*词|关\s*键\s*字|主\s*题\s*词|abstract|summary|key\s?words?(?:\s+and\s+phrases)?|index\s+terms)\s*[\]】〕)]?\s*[:.—–-]{0,2}\s*/i

export interface RunIn {
  head: string
  headLine: Line
  /** What goes on behind the head; null when it stands alone. */
  rest: Line | null
}

/** A head such as 摘要： or Keywords— in front of a line's text, parted from it; null where there is none. */
export function runInOf(line: Line): RunIn | null {
  const found = label.exec(line.text)
  const name = found?.[1]
  if (!found || name === undefined) return null
  const rest = line.text.slice(found[0].length)
  const marked = /[:.—–\]】〕)-]\s*$/.test(found[0])
  const restyled = line.words.length > 1 && line.words[0]?.style !== line.words.at(-1)?.style
  if (rest !== '' && !marked && !restyled && !/^\p{Script=Han}/u.test(name)) return null
  if (rest !== '' && !marked && !restyled) return null
  const cut = cutAt(line, found[0].length)
  return { head: name.replaceAll(/(\p{Script=Han})\s+(?=\p{Script=Han})/gu, '$1'), ...cut }
}

/** Parts a line's words where its text has so many signs; a word that reaches over the place is parted by its share. */
function cutAt(line: Line, length: number): { headLine: Line; rest: Line | null } {
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
  const rest = lineOf(line.page, behind)
  return {
    headLine: lineOf(line.page, before) ?? line,
    rest: rest && { ...rest, text: restText, written: writtenText(line).slice(length) },
  }
}
