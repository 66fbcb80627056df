import { citationMarks, citationPosition } from '@scinav/contract/cited-text'
import type { Sentence } from './manuscript.ts'

/** Returns the key of entry `n` of the manuscript's own list in a composed text. */
export const ownKey = (n: string): string => `own-${n}`

/** The replacement of the characters from `start` to before `end`. */
interface Edit {
  start: number
  end: number
  text: string
}

/** Returns the text with all citations as `[@key]`: the existing numbered ones, and those of accepted papers. */
export function composeText(text: string, sentences: readonly Sentence[]): string {
  const existing = citationMarks(text).flatMap(({ kind, start, end, keys }): Edit[] =>
    kind === 'number' ? [{ start, end, text: citationMarkers(keys.map(ownKey)) }] : [],
  )
  const taken = sentences.flatMap(({ start, end, cited }): Edit[] => {
    if (cited.length === 0) return []
    const position = start + citationPosition(text.slice(start, end))
    return [{ start: position, end: position, text: citationMarkers(cited.map(({ id }) => id)) }]
  })
  let composed = ''
  let offset = 0
  for (const edit of [...existing, ...taken].toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    composed += text.slice(offset, edit.start) + edit.text
    offset = edit.end
  }
  return composed + text.slice(offset)
}

const citationMarkers = (keys: readonly string[]): string => keys.map((key) => `[@${key}]`).join('')

/** Returns the keys cited in a composed text, in order of first appearance. */
export function extractCitedKeys(composed: string): string[] {
  const keys = citationMarks(composed).flatMap((mark) => (mark.kind === 'id' ? mark.keys : []))
  return [...new Set(keys)]
}
