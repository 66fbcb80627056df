import { stripInvisible } from './clean.ts'

/** The number that begins a line: `2:`, `- 2.` or `**2)`. */
const LINE_NUMBER = /^[ \t*-]{0,6}(\d{1,2})[ \t]?[:：.)]/

/**
 * Returns the texts of the lines of a model's reply that begin with a number (`2: Another sentence [E1].`) by that
 * number; the first line of each number counts. Lines without a number or a text are left out, and so are texts longer
 * than `maxChars`.
 */
export function parseNumberedLines(reply: string, maxChars: number): Map<number, string> {
  const texts = new Map<number, string>()
  for (const line of stripInvisible(reply).split('\n')) {
    const [prefix = '', digits] = LINE_NUMBER.exec(line) ?? []
    const text = line.slice(prefix.length).trim()
    const isUsable = digits !== undefined && text !== '' && text.length <= maxChars
    if (isUsable && !texts.has(Number(digits))) texts.set(Number(digits), text)
  }
  return texts
}
