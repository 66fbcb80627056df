// Reads from a reference what the features of its tokens are made of.
import { type Dictionary, findInDictionaries } from './dictionaries.ts'
import { quoteStates } from './quotes.ts'
import { findSegments, type Segments } from './segments.ts'
import { type Token, TYPE_MARK } from './tokenize.ts'

/** Returns the index of the first limit that is not below the value; the number of limits when all are. */
export const bucket = (value: number, limits: readonly number[]): number => {
  const index = limits.findIndex((limit) => value <= limit)
  return index < 0 ? limits.length : index
}

/** What the features of the tokens of a reference are made of; lists have an element for each token, in order. */
export interface FeatureSource {
  tokens: readonly Token[]
  /** In lower case; the kind for addresses, DOIs and numbers of standards. */
  words: string[]
  shapes: string[]
  /** The punctuation before each token, and behind the last. */
  separators: string[]
  /** Whether each token is in quotation marks, see `quoteStates`. */
  quotes: string[]
  /** The bracket that is open at the token, `(` or `[`; '' outside of brackets. */
  brackets: string[]
  /** The segments, cut into sentences and into clauses. */
  segmentations: Segments[]
  /** How many years come before the token. */
  years: number[]
  dictionary: Dictionary[][]
  /** The script of the reference, see `scriptOf`: `l` for alphabets; `h`, `k` or `g` as in shapes. */
  script: string
  /** The letters of the mark of the type: `J` of `[J/OL]`; '' without a mark. */
  typeMark: string
  /** The place of each token relative to the mark, see `placesAroundMark`. */
  markPlaces: string[]
}

/** Length to which a separator is cut after it was normalized, and that to which the text behind the last token is. */
const MAX_SEPARATOR_CHARS = 6
const MAX_RAW_END_CHARS = 12

/** Reads from a reference what its features are made of. */
export function readReference(text: string, tokens: readonly Token[]): FeatureSource {
  const rawSeparators = [
    ...tokens.map(({ start }, at) => text.slice(tokens[at - 1]?.end ?? 0, start)),
    text.slice(tokens.at(-1)?.end ?? 0, (tokens.at(-1)?.end ?? 0) + MAX_RAW_END_CHARS),
  ]
  const separators = rawSeparators.map(normalizeSeparator)
  const shapes = tokens.map(shapeOf)
  let yearsSeen = 0
  return {
    tokens,
    words: tokens.map(({ text: word, kind }) =>
      kind === 'address' || kind === 'doi' || kind === 'code' ? kind : word.toLowerCase(),
    ),
    shapes,
    separators,
    quotes: quoteStates(rawSeparators.slice(0, -1)),
    brackets: bracketStates(separators.slice(0, -1)),
    segmentations: findSegments(tokens, separators),
    years: shapes.map((shape) => (shape === 'y' ? yearsSeen++ : yearsSeen)),
    dictionary: findInDictionaries(tokens),
    script: scriptOf(tokens),
    typeMark: /\[ ?([A-Z]{1,2}) ?(?:\/ ?[A-Z]{2} ?)?\]/.exec(text.normalize('NFKC'))?.[1] ?? '',
    markPlaces: placesAroundMark(rawSeparators),
  }
}

/** Returns the punctuation between two tokens, cut to its first characters, with variants of a mark made equal. */
const normalizeSeparator = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/[“”„«»‟]/g, '"')
    .replace(/[‘’`´]/g, "'")
    .replace(/[‐-―−~]/g, '-')
    .replace(/。/g, '.')
    .slice(0, MAX_SEPARATOR_CHARS)

/** Limits of the lengths of East Asian runs that the model distinguishes, in characters. */
const EAST_LENGTHS = [1, 2, 3, 4, 6, 9, 14]
/** Numbers of this many digits or more have the same shape. */
const MAX_SHAPE_DIGITS = 7
/** Matches the years 1400 to 2099. */
const YEAR = /^(?:1[4-9]|20)\d\d$/

/**
 * Returns the shape of a token: `y` for a year, `d3` for a number of three digits, `h2` for a run of Chinese characters
 * in the length bucket 2 (`k` Japanese, `g` Korean), `Xxx` for a capitalized word; see `LATIN_SHAPES`.
 */
function shapeOf({ kind, text }: Token): string {
  if (kind === 'address') return 'U'
  if (kind === 'doi') return 'D'
  if (kind === 'code') return 'C'
  if (kind === 'number') return YEAR.test(text) ? 'y' : `d${Math.min(text.length, MAX_SHAPE_DIGITS)}`
  if (kind === 'east') {
    const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    const script = isJapanese ? 'k' : 'h'
    return (/\p{Script=Hangul}/u.test(text) ? 'g' : script) + bucket(text.length, EAST_LENGTHS)
  }
  return latinShape(text)
}

/** Shapes of words in letters with case: pattern, shape of short words, shape of long ones. The first match counts. */
const LATIN_SHAPES: readonly (readonly [RegExp, string, string])[] = [
  [/^\p{Lu}$/u, 'X', 'X'],
  [/^.$/u, 'x', 'x'],
  [/^[IVXLCDM]+$/, 'R', 'R'],
  [/^\P{Ll}+$/u, 'XX', 'XXX'],
  [/^\P{Lu}+$/u, 'xx', 'xxx'],
  [/^\p{Lu}\P{Lu}*$/u, 'Xx', 'Xxx'],
  [/^\p{Lu}/u, 'XxX', 'XxX'],
]

/** Largest length of a short word, and of one that is all capitals. */
const SHORT_WORD_CHARS = 3
const SHORT_CAPITALS_CHARS = 2

/** Returns the shape of a word by `LATIN_SHAPES`, with `-` after it for a hyphenated word: `Xxx-`. */
function latinShape(text: string): string {
  const [, short, long] = LATIN_SHAPES.find(([pattern]) => pattern.test(text)) ?? ['', 'xX', 'xX']
  const isShort = text.length <= (short === 'XX' ? SHORT_CAPITALS_CHARS : SHORT_WORD_CHARS)
  return (isShort ? short : long) + (/[-‐‑]/.test(text) ? '-' : '')
}

/** Returns for each token the bracket that is open there; inner brackets close the outer ones. */
function bracketStates(separators: readonly string[]): string[] {
  let open = ''
  return separators.map((separator) => {
    for (const sign of separator) {
      if (sign === '(' || sign === '[') open = sign
      else if (sign === ')' || sign === ']') open = ''
    }
    return open
  })
}

/** From this share of East Asian tokens on, a reference is East Asian. */
const MIN_EAST_SHARE = 0.25

/** Returns the script of a reference: `g` where most East Asian tokens are Korean, `k` where any has kana, else `h`. */
const scriptOf = (tokens: readonly Token[]): string => {
  const east = tokens.filter(({ kind }) => kind === 'east')
  if (east.length < tokens.length * MIN_EAST_SHARE) return 'l'
  const korean = east.filter(({ text }) => /\p{Script=Hangul}/u.test(text)).length
  if (korean > east.length / 2) return 'g'
  return east.some(({ text }) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) ? 'k' : 'h'
}

/**
 * Returns for each token its place relative to the mark of the type: before it (`b`), directly before it (`e`),
 * directly after it (`a`), later (`l`); `n` in a reference without a mark.
 */
function placesAroundMark(separators: readonly string[]): string[] {
  const mark = separators.findIndex((separator) => TYPE_MARK.test(separator))
  return separators.slice(0, -1).map((_, at) => {
    if (mark < 0) return 'n'
    if (at === mark - 1) return 'e'
    if (at === mark) return 'a'
    return at < mark ? 'b' : 'l'
  })
}
