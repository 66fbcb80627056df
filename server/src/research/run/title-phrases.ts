/** Maximum number of adjacent terms that form one phrase: monotonicity reasoning, 药品流通. */
const MAX_PHRASE_TERMS = 3

/**
 * Matches what may join two terms to a phrase: nothing, a space or hyphen, or a word that is no term itself, as in
 * Academic Paper Search.
 */
const PHRASE_JOINER =
  /^[ -]?$|^ (?!(?:of|for|in|on|and|with|to|the|an?|by|from|via|as|at|or|using|based)\b)\p{L}{2,12} $/iu

/** Adjacent terms in a title. */
interface TitlePhrase {
  /** Offsets in the title. */
  from: number
  to: number
  /** The largest product of frequency and weight of its terms. */
  worth: number
  /** Number of joined terms. */
  terms: number
}

/**
 * Returns the terms of a text that occur in a title, adjacent ones joined; the most frequent and weightiest first.
 *
 * @param counts the terms with their frequencies and weights.
 */
export function titlePhrases(
  title: string,
  counts: ReadonlyMap<string, { count: number; weight: number }>,
): string[] {
  const lowerTitle = title.toLowerCase()
  const places = [...counts].flatMap(([label, { count, weight }]) => {
    const from = lowerTitle.indexOf(label.toLowerCase())
    return from < 0 ? [] : [{ from, to: from + label.length, worth: count * weight }]
  })
  const phrases: TitlePhrase[] = []
  for (const place of places.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    const last = phrases.at(-1)
    if (last && place.from < last.to) continue
    const continuesLast =
      last && last.terms < MAX_PHRASE_TERMS && PHRASE_JOINER.test(title.slice(last.to, place.from))
    if (continuesLast)
      Object.assign(last, { to: place.to, worth: Math.max(last.worth, place.worth), terms: last.terms + 1 })
    else phrases.push({ ...place, terms: 1 })
  }
  const ranked = phrases.toSorted((one, other) => other.worth - one.worth)
  return [...new Set(ranked.map(({ from, to }) => title.slice(from, to)))]
}
