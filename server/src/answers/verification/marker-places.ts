/** What a marker names: an offered source, and one of its sentences, from 1; null for the source as a whole. */
export interface CitedPlace {
  id: string
  sentence: number | null
}

/** What may stand before the number of a source. */
export const SOURCE_NAME = '(?:E|Evidence|Sources?|证据|来源|文献)'
/** The sign between the ends of a range. */
export const RANGE_SIGN = '[–—~～-]'

/** An id of a list: its name, source and sentence, and the same of the end of a range. */
const LISTED_ID = new RegExp(
  `(${SOURCE_NAME})?\\s?(\\d+)(?:\\.(\\d+))?(?:[\`\\s]{0,2}${RANGE_SIGN}[\`\\s]{0,2}(${SOURCE_NAME})?\\s?(\\d+)(?:\\.(\\d+))?)?`,
  'gi',
)

/**
 * Parses a list such as `E1, E2`, `E1-E3`, `1`, `E1.2-4`, `E1.2, 3`. A number without a name or a point is a sentence
 * after a sentence (`E1.2, 3` is `E1.2, E1.3`), else a source.
 */
export function parsePlaces(list: string): CitedPlace[] {
  const places = new Map<string, CitedPlace>()
  let last: Place = { source: 0, sentence: null }
  for (const [, name, digits, point, endName, endDigits, endPoint] of list.matchAll(LISTED_ID)) {
    const begin = continuePlace(last, name, digits, point)
    const end = endDigits === undefined ? begin : continuePlace(begin, endName, endDigits, endPoint)
    for (const { source, sentence } of [begin, ...placesUpTo(begin, end)])
      places.set(`${source}.${sentence}`, { id: `E${source}`, sentence })
    last = end
  }
  return [...places.values()]
}

/** A place by the number of its source. */
interface Place {
  source: number
  sentence: number | null
}

/** Returns the place that an item of a list names, which may be short for a sentence of the source before it. */
function continuePlace(last: Place, name?: string, digits?: string, point?: string): Place {
  const number = Number(digits)
  if (point !== undefined) return { source: number, sentence: Number(point) }
  const isSentence = name === undefined && last.sentence !== null
  return isSentence ? { source: last.source, sentence: number } : { source: number, sentence: null }
}

/** Returns the places of a range after its first: sentences of one source, or sources. */
function placesUpTo(begin: Place, end: Place): Place[] {
  const { source, sentence } = begin
  if (source === end.source && sentence !== null && end.sentence !== null)
    return upTo(sentence, end.sentence).map((each) => ({ source, sentence: each }))
  const sources = upTo(source, end.sentence === null ? end.source : end.source - 1)
  const between = sources.map((each) => ({ source: each, sentence: null }))
  return end.sentence === null ? between : [...between, end]
}

/** The most further ids of a range. */
const MAX_RANGE = 20

/** Returns the numbers after `from` up to `to`, at most `MAX_RANGE`. */
const upTo = (from: number, to: number): number[] =>
  Array.from({ length: Math.min(Math.max(0, to - from), MAX_RANGE) }, (_, at) => from + at + 1)
