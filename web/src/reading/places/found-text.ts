/** A span of a text, in UTF-16 offsets; `end` is exclusive. */
export interface TextSpan {
  start: number
  end: number
}

interface NormalizedText {
  text: string
  /** For each UTF-16 code unit of `text`, the offset of its character in the original. */
  originalOffsets: number[]
}

/** Matches a space and a soft hyphen. */
const SPACE = /[\s\u00ad]/

/** Normalizes a text for comparison: `Ａ b` → `ab` (one character width and case, no spaces). */
function normalizeText(text: string): NormalizedText {
  const units: string[] = []
  const originalOffsets: number[] = []
  let offset = 0
  for (const character of text) {
    if (!SPACE.test(character)) {
      const normalized = character.normalize('NFKC').toLowerCase()
      for (const unit of normalized.split('')) {
        if (SPACE.test(unit)) continue
        units.push(unit)
        originalOffsets.push(offset)
      }
    }
    offset += character.length
  }
  return { text: units.join(''), originalOffsets }
}

/** Maps a span of the normalized text back to the original. */
function originalSpan(
  original: string,
  { originalOffsets }: NormalizedText,
  start: number,
  length: number,
): TextSpan {
  const last = originalOffsets[start + length - 1] ?? 0
  // A character beyond the first plane takes two code units.
  const lastLength = (original.codePointAt(last) ?? 0) > 0xffff ? 2 : 1
  return { start: originalOffsets[start] ?? 0, end: last + lastLength }
}

/** Maximum number of matches in one text, a page or a block. */
const MAX_MATCHES = 500

/** Finds the first `MAX_MATCHES` occurrences of words in a text, in order, whatever their spaces, case and width. */
export function findMatches(text: string, words: string): TextSpan[] {
  const sought = normalizeText(words).text
  if (sought === '') return []
  const normalized = normalizeText(text)
  const matches: TextSpan[] = []
  for (
    let start = normalized.text.indexOf(sought);
    start !== -1 && matches.length < MAX_MATCHES;
    start = normalized.text.indexOf(sought, start + sought.length)
  )
    matches.push(originalSpan(text, normalized, start, sought.length))
  return matches
}
