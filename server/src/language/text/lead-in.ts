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
 * Returns the length in UTF-16 units of a line such as 「以下是译文：」 at the beginning of a text, with the space after
 * it; 0 when there is none, and null when more of the text is needed to tell.
 *
 * @param text the beginning of what a model writes.
 * @param instructions what the model was told; a label in bold that they ask for is no lead-in.
 */
export function leadInLength(text: string, instructions: string): number | null {
  const line = text.trimStart()
  const end = line.indexOf('\n')
  if (end < 0) return line.length <= MAX_LEAD_IN_CHARS && text.length <= MAX_SPACE_CHARS ? null : 0
  if (!isLeadIn(line.slice(0, end).trimEnd(), instructions)) return 0
  const rest = line.slice(end).trimStart()
  return rest === '' ? null : text.length - rest.length
}
