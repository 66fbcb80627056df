/** A span of a text, in UTF-16 offsets. */
export interface TextSpan {
  start: number
  end: number
}

/** A normalized text, with the original offset of each of its code units. */
interface NormalizedText {
  text: string
  at: number[]
}

const SPACE = /[\s\u00ad]/
/** Normalizes a text for comparison: characters of one form and case, without spaces. */
function normalizeText(text: string): NormalizedText {
  const parts: string[] = []
  const at: number[] = []
  let place = 0
  for (const sign of text) {
    if (!SPACE.test(sign)) {
      const same = sign.normalize('NFKC').toLowerCase()
      for (const one of same.split('')) {
        if (SPACE.test(one)) continue
        parts.push(one)
        at.push(place)
      }
    }
    place += sign.length
  }
  return { text: parts.join(''), at }
}

/** Maps a span of the normalized text back to the original. */
function originalSpan(original: string, { at }: NormalizedText, start: number, length: number): TextSpan {
  const last = at[start + length - 1] ?? 0
  return { start: at[start] ?? 0, end: last + ((original.codePointAt(last) ?? 0) > 0xffff ? 2 : 1) }
}

/** Maximum number of matches on one page. */
const MAX_MATCHES = 500

/** Finds every occurrence of words in a text, regardless of spacing, case and character width. */
export function findMatches(text: string, words: string): TextSpan[] {
  const wanted = normalizeText(words).text
  if (wanted === '') return []
  const within = normalizeText(text)
  const places: TextSpan[] = []
  for (
    let from = within.text.indexOf(wanted);
    from !== -1 && places.length < MAX_MATCHES;
    from = within.text.indexOf(wanted, from + wanted.length)
  )
    places.push(originalSpan(text, within, from, wanted.length))
  return places
}
