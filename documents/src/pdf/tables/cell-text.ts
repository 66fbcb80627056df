import { createLine } from '../page/lines.ts'
import { type Word, writtenText } from '../page/words.ts'

/** Joins the lines of a cell with spaces, except between ideographs. */
export function joinCellTexts(lines: readonly string[]): string {
  return lines.reduce((text, next) => {
    if (text === '' || next === '') return text + next
    const areIdeographs = /[\u2E80-\u9FFF]$/.test(text) && /^[\u2E80-\u9FFF]/.test(next)
    return areIdeographs ? text + next : `${text} ${next}`
  }, '')
}

/** In ems: baselines within this distance are one. */
const SAME_LINE_EM = 0.4

/** Returns the text of the words of a cell, joined line by line. */
export function cellText(words: readonly Word[]): string {
  const lines: Word[][] = []
  for (const word of words.toSorted((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const line = lines.at(-1)
    const first = line?.[0]
    if (line && first && Math.abs(word.y - first.y) < SAME_LINE_EM * word.style.size) line.push(word)
    else lines.push([word])
  }
  return joinCellTexts(lines.flatMap((line) => createLine(0, line) ?? []).map(writtenText))
}
