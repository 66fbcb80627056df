import { phrasePattern } from '../phrases.ts'

/** Bounds the line before a text and the space around it, in UTF-16 units. */
const MAX_LEAD_IN_CHARS = 80
const MAX_SPACE_CHARS = 200
const NAMES_OUTPUT = phrasePattern('talk/own-output')

/** Returns whether a line only introduces what a model has written, and is no label that it was told to write. */
function isLeadIn(line: string, instructions: string): boolean {
  const words = line.replaceAll('*', '')
  if (line.length > MAX_LEAD_IN_CHARS || !/[:：]$/.test(words)) return false
  const label = words.slice(0, -1)
  return NAMES_OUTPUT.test(label) && !instructions.includes(`**${label}**`)
}

/**
 * Returns a text without a line such as 「以下是译文：」 at its beginning; null when more of it is needed to tell.
 *
 * @param isWhole whether nothing follows.
 */
function withoutLeadIn(text: string, instructions: string, isWhole: boolean): string | null {
  const line = text.trimStart()
  const end = line.indexOf('\n')
  if (end < 0) {
    const mayFollow = line.length <= MAX_LEAD_IN_CHARS && text.length <= MAX_SPACE_CHARS
    return mayFollow && !isWhole ? null : text
  }
  if (!isLeadIn(line.slice(0, end).trimEnd(), instructions)) return text
  const rest = line.slice(end).trimStart()
  return rest === '' && !isWhole ? null : rest
}

/**
 * Creates a filter that removes a first line such as 「以下是译文：」 from a text that arrives in pieces.
 *
 * @param instructions what the model was told; a label in bold that they ask for stays.
 * @returns a function that takes the next piece, `isLast` marking the final one, and returns the text to emit now.
 */
export function createLeadInCutter(instructions: string): (delta: string, isLast?: boolean) => string {
  let held: string | null = ''
  return (delta, isLast = false) => {
    if (held === null) return delta
    held += delta
    const text = withoutLeadIn(held, instructions, isLast)
    if (text === null) return ''
    held = null
    return text
  }
}
