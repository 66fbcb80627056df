/** A stretch of a text, in UTF-16 code units. */
export interface TextSpan {
  start: number
  end: number
}

/** A text as it is compared, and for each of its units where it stood in the text it was made of. */
interface NormalizedText {
  text: string
  at: number[]
}

const SPACE = /[\s\u00ad]/
/** Letters of one form and case, without spaces: two ways of writing the same words become alike. */
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

/** Where in the original a stretch of the comparable text stands. */
function originalSpan(original: string, { at }: NormalizedText, start: number, length: number): TextSpan {
  const last = at[start + length - 1] ?? 0
  return { start: at[start] ?? 0, end: last + ((original.codePointAt(last) ?? 0) > 0xffff ? 2 : 1) }
}

/** The most places of one page that are found. */
const MAX_MATCHES = 500

/** Every place of a text where somebody's words stand, however they are spaced, cased or wide. */
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
