// The features by which the model of references labels a token: its shape, its neighbours, the punctuation around it,
// its place. A feature is a text `name=value`; the names are those of the trained weights and must not change.
import { type Dictionary, findInDictionaries } from './dictionaries.ts'
import { quoteStates } from './quotes.ts'
import { findSegments, type Segment, type Segments } from './segments.ts'
import { type Token, TYPE_MARK } from './tokenize.ts'

/**
 * Prefix of features that contain a word or a part of one; the training keeps those that many sources share. Features
 * of neighbours have the distance in their names (`s-1`, `~w2`); `^` and `$` stand for the tokens before the first and
 * after the last.
 */
export const WORD_FEATURE = '~'

/** Returns the index of the first limit that is not below the value; the number of limits when all are. */
const bucket = (value: number, limits: readonly number[]): number => {
  const index = limits.findIndex((limit) => value <= limit)
  return index < 0 ? limits.length : index
}

// The limits below are those of the trained model, like the names of the features.

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

/** Length to which a separator is cut after it was normalized, and that to which the text behind the last token is. */
const MAX_SEPARATOR_CHARS = 6
const MAX_RAW_END_CHARS = 12

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

/** What the features of the tokens of a reference are made of; lists have an element for each token, in order. */
interface FeatureSource {
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

/** Reads from a reference what its features are made of. */
function readReference(text: string, tokens: readonly Token[]): FeatureSource {
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

// Limits of the distances from the ends of a reference, of the lengths of segments, and of the numbers of words without
// capitals in them, in tokens.
const POSITIONS = [0, 1, 2, 4, 7, 11, 16, 24]
const SEGMENT_LENGTHS = [1, 2, 3, 4, 6, 9, 13]
const LOWER_COUNTS = [0, 1, 3, 6]
/** Segments before and after that of the token are counted up to these numbers. */
const MAX_SEGMENTS_BEFORE = 5
const MAX_SEGMENTS_AFTER = 4
/** Years, and tokens between a token and the ends of its segment, are counted up to these numbers. */
const MAX_YEARS = 2
const MAX_END_DISTANCE = 2

/**
 * Adds features of the token, its two neighbours on either side, and the punctuation between them. In the names, `w` is
 * a word, `s` a shape, `p` the punctuation before the token and `n` that after it (next); a feature of several of them
 * joins its values by `|`, in the order of the text or with the token first.
 */
function addWordFeatures(features: string[], source: FeatureSource, at: number): void {
  const { words, shapes, separators, tokens } = source
  const word = (i: number) => words[i] ?? (i < 0 ? '^' : '$')
  const shape = (i: number) => shapes[i] ?? (i < 0 ? '^' : '$')
  const separator = (i: number) => separators[i] ?? ''
  for (const i of [-2, -1, 0, 1, 2]) {
    features.push(`~w${i}=${word(at + i)}`, `s${i}=${shape(at + i)}`)
  }
  features.push(
    `~w-1,0=${word(at - 1)}|${word(at)}`,
    `~w0,1=${word(at)}|${word(at + 1)}`,
    `~wp=${word(at)}|${separator(at)}`,
    `~wn=${word(at)}|${separator(at + 1)}`,
    `~-wp=${word(at - 1)}|${separator(at)}`,
    `p=${separator(at)}`,
    `n=${separator(at + 1)}`,
    `p-1=${separator(at - 1)}`,
    `n+1=${separator(at + 2)}`,
    `ps=${separator(at)}|${shape(at)}`,
    `ns=${separator(at + 1)}|${shape(at)}`,
    `pn=${separator(at)}|${separator(at + 1)}`,
    `pns=${separator(at)}|${separator(at + 1)}|${shape(at)}`,
    `-sps=${shape(at - 1)}|${separator(at)}|${shape(at)}`,
    `sns+=${shape(at)}|${separator(at + 1)}|${shape(at + 1)}`,
    `-2s=${shape(at - 2)}|${separator(at - 1)}|${shape(at - 1)}|${separator(at)}|${shape(at)}`,
    `+2s=${shape(at)}|${separator(at + 1)}|${shape(at + 1)}|${separator(at + 2)}|${shape(at + 2)}`,
  )
  addAffixes(features, tokens[at], word(at))
}

/** Adds the beginnings (`a`) and ends (`e`) of a word, of two to four letters or one to three East Asian characters. */
function addAffixes(features: string[], token: Token | undefined, word: string): void {
  if (token === undefined || (token.kind !== 'word' && token.kind !== 'east')) return
  const sizes = token.kind === 'east' ? [1, 2, 3] : [2, 3, 4]
  for (const size of sizes) {
    if (word.length <= size) continue
    features.push(`~a${size}=${word.slice(0, size)}`, `~e${size}=${word.slice(-size)}`)
  }
}

/**
 * Adds features of the place of a token: in the reference (`i` from the start, `j` from the end, `r` the tenth of the
 * reference that holds it), in quotations (`q`) and brackets (`b`), relative to the years (`y`: how many come before,
 * how many there are) and to the mark (`m`). `l` is the script, `t` the mark itself, `k` a dictionary with the token.
 */
function addPlaceFeatures(features: string[], source: FeatureSource, at: number): void {
  const { tokens, quotes, brackets, years, script, typeMark, markPlaces, shapes, dictionary } = source
  const count = tokens.length
  const year = `${Math.min(years[at] ?? 0, MAX_YEARS)}${Math.min(years.at(-1) ?? 0, MAX_YEARS)}`
  const quote = quotes[at] ?? ''
  const shape = shapes[at] ?? ''
  features.push(
    'bias',
    `i=${bucket(at, POSITIONS)}`,
    `j=${bucket(count - 1 - at, POSITIONS)}`,
    `r=${Math.floor((at * 10) / count)}`,
    `q=${quote}`,
    `q-=${quotes[at - 1] ?? '^'}|${quote}`,
    `b=${brackets[at]}|${brackets[at + 1] ?? ''}`,
    `bs=${brackets[at]}|${shape}`,
    `y=${year}`,
    `yq=${year}|${quote}`,
    `ys=${year}|${shape}`,
    `l=${script}|${shape}`,
    `lq=${script}|${quote}|${year}`,
    `t=${typeMark}`,
    `m=${markPlaces[at]}`,
    `mt=${markPlaces[at]}|${typeMark}`,
    `ms=${markPlaces[at]}|${shape}`,
    `ts=${typeMark}|${shape}`,
  )
  for (const i of [-1, 0, 1]) for (const each of dictionary[at + i] ?? []) features.push(`k${i}=${each}`)
}

const NO_SEGMENT: Segment = { start: 0, end: 0, numberCount: 0, lowerCount: 0 }
/** Number of words at the beginning of a segment that are features of all its tokens. */
const MAX_SEEN_WORDS = 12

/**
 * Adds features of the segment that holds a token, and of the segments next to it. The second letter of a name says
 * what: `i` and `j` how many segments come before and after, `l` length, `e` the punctuation at both ends, `m` numbers
 * and words in lower case, `s` the shapes at the ends, `n` what follows; `f`, `g`, `t` the first two words and the
 * last, `nf` the first of the next segment, `pt` and `pf` the last and the first of the one before; `w` any other
 * word.
 */
function addSegmentFeatures(
  features: string[],
  source: FeatureSource,
  at: number,
  segmentation: Segments,
): void {
  const { words, shapes, separators } = source
  const { name, segments, ofTokens } = segmentation
  const index = ofTokens[at] ?? 0
  const { start, end, numberCount, lowerCount } = segments[index] ?? NO_SEGMENT
  const length = bucket(end - start, SEGMENT_LENGTHS)
  const place = `${Math.min(at - start, MAX_END_DISTANCE)}${Math.min(end - 1 - at, MAX_END_DISTANCE)}`
  const segmentsBefore = Math.min(index, MAX_SEGMENTS_BEFORE)
  const segmentsAfter = Math.min(segments.length - 1 - index, MAX_SEGMENTS_AFTER)
  const content = `${numberCount > 0 ? 'd' : ''}${bucket(lowerCount, LOWER_COUNTS)}`
  // `s` for sentences and `c` for clauses.
  const key = name.charAt(0)
  const word = (i: number) => words[i] ?? (i < 0 ? '^' : '$')
  features.push(
    `${key}i=${segmentsBefore}`,
    `${key}j=${segmentsAfter}`,
    `${key}l=${length}|${place}`,
    `${key}e=${separators[start]}|${separators[end]}`,
    `${key}m=${content}|${length}`,
    `${key}s=${shapes[start]}|${shapes[end - 1]}|${length}`,
    `${key}im=${segmentsBefore}|${content}`,
    `${key}n=${shapes[end] ?? '$'}|${separators[end]}|${shapes[at]}`,
    `~${key}f=${word(start)}`,
    `~${key}g=${word(start)}|${word(start + 1)}`,
    `~${key}t=${word(end - 1)}`,
    `~${key}nf=${word(end)}`,
    `~${key}pt=${word(start - 1)}`,
    `~${key}pf=${word(segments[index - 1]?.start ?? -1)}`,
  )
  const seenEnd = Math.min(end, start + MAX_SEEN_WORDS)
  for (let i = start; i < seenEnd; i += 1) if (i !== at) features.push(`~${key}w=${words[i]}`)
  for (const each of new Set(source.dictionary.slice(start, seenEnd).flat())) features.push(`${key}k=${each}`)
}

/**
 * Returns for each token of a reference its features, in the order of the tokens; `text` is the reference that was
 * tokenized. A feature may occur twice for a token.
 */
export function referenceFeatures(text: string, tokens: readonly Token[]): string[][] {
  const source = readReference(text, tokens)
  return tokens.map((_, at) => {
    const features: string[] = []
    addWordFeatures(features, source, at)
    addPlaceFeatures(features, source, at)
    for (const segmentation of source.segmentations) addSegmentFeatures(features, source, at, segmentation)
    return features
  })
}
