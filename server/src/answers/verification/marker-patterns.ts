import { type CitedPlace, parsePlaces, RANGE_SIGN, SOURCE_NAME } from './marker-places.ts'

/** A source, or a sentence of it: `1`, `1.2`. */
const NUMBER = '\\d{1,3}(?:\\.[1-9]\\d{0,2})?'

/** Builds the pattern of a list of ids; ids with a name may stand without a comma: `E1 E2`. */
const idListPattern = (first: string) => {
  const item = (name: string) =>
    `\`?${name}${NUMBER}\`?(?:\\s?${RANGE_SIGN}\\s?\`?(?:${SOURCE_NAME}\\s?)?${NUMBER}\`?)?`
  const others = `\\s?[,，、;；]\\s?${item(`(?:${SOURCE_NAME}\\s?)?`)}|\\s?${item(`${SOURCE_NAME}\\s?`)}`
  return `${item(first)}(?:${others})*`
}

/** A list whose first id has a name: `E1, 2`. */
const NAMED_IDS = idListPattern(`${SOURCE_NAME}\\s?`)

/**
 * Markers that are certain: `[E3]`, `[E1.2, 2]`, `【E1】`, `[E1-E3]`, `[E1.2]`, `[^E1]`, `` [`E1`] ``, `\[E1\]`, `[来源1]`.
 */
const CERTAIN_MARKER = new RegExp(`^\\\\?[[【［]\\s?\\^?(${NAMED_IDS})\\s?\\\\?[\\]】］]`, 'i')

/** Markers if the sentence around them fits: `[1]`, `[1.2]`, `[1, 2]`, `【1】`, `[^1]`, `(E1)`. */
const LIKELY_MARKER = new RegExp(
  `^(?:[[【［]\\^?\\s?(${idListPattern('')})\\s?[\\]】］]|[(（](${NAMED_IDS})[)）])`,
  'i',
)

/** A bracket with ids, as it is written, and the places that it names. */
export interface MarkerMatch {
  text: string
  places: CitedPlace[]
  /** Whether it has the requested form, which nothing else has. */
  isCertain: boolean
}

/** Returns the bracket with ids that a text begins with; null when it begins with something else. */
export function matchMarker(text: string): MarkerMatch | null {
  const certain = CERTAIN_MARKER.exec(text)
  const found = certain ?? LIKELY_MARKER.exec(text)
  if (!found) return null
  const list = found.slice(1).find((each) => each !== undefined) ?? ''
  return { text: found[0], places: parsePlaces(list), isCertain: certain !== null }
}

/** Longer names, which may arrive in pieces. */
const SOURCE_NAMES = ['evidence', 'sources', '证据', '来源', '文献']

/** The beginnings of these names. */
const NAME_PREFIX = SOURCE_NAMES.flatMap((name) => Array.from(name, (_, at) => name.slice(0, at + 1))).join(
  '|',
)

/** What may follow the first digit of a marker: further digits, signs, and letters of the names. */
const MARKER_REST = '[\\s\\d.,，、;；–—~～`\\\\edvinsourc证据来源文献-]*'

/** Text that further input may turn into a marker. */
export const MARKER_PREFIX = new RegExp(
  `^(?:\\\\|\\\\?[[【［][\\s^\`]*(?:(?:${SOURCE_NAME}\\s?)?\\d${MARKER_REST}|(?:${NAME_PREFIX})?\\s?)|[(（](?:${SOURCE_NAME}\\s?\\d${MARKER_REST}|(?:${NAME_PREFIX})?\\s?))$`,
  'i',
)

/** A marker that the text breaks off in: `[E1, E`. */
export const TRUNCATED_MARKER = /^\\?[[【［]\s?\^?`?E\s?(?:\d[\s\dE,，、;；.–—~～`-]*)?$/i
/** A bracket, or the backslash before a square one. */
export const BRACKET_OPENING = /\\(?=[[【［]|$)|[[【［(（]/g

/** A bracket, or an id in the running text: a word of its own, which no hyphen or slash joins to another. */
export const BRACKET_OR_ID_OPENING = new RegExp(
  `${BRACKET_OPENING.source}|(?<![\\p{Script=Latin}\\p{N}_/.-])E(?=\\d|$)`,
  'gu',
)

/** An id that a model wrote outside brackets, at the beginning of a text: `E3`, `E3.2`. */
export const ID_IN_TEXT =
  /^E\d{1,3}(?:\.[1-9]\d{0,2})?(?![\p{Script=Latin}\p{N}_]|[./-][\p{Script=Latin}\p{N}])/u
/** Text that further input may turn into an id, or whose next character decides whether it is one. */
export const ID_PREFIX = /^E(?:\d{0,3}|\d{1,3}[./-]|\d{1,3}\.\d{1,3}[./-]?)$/
