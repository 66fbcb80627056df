// What the model of references sees of each token: its shape, its neighbours, the punctuation around it, its place.
import { type Dictionary, findInDictionaries } from './dictionaries.ts'
import { quoteStates } from './quotes.ts'
import { findSegments, type Segments } from './segments.ts'
import { type Token, TYPE_MARK } from './tokenize.ts'

/** Features that name a word or a part of one begin so; the training keeps only those that many sources share. */
export const WORD_FEATURE = '~'

const bucket = (value: number, limits: readonly number[]): number => {
  const at = limits.findIndex((limit) => value <= limit)
  return at < 0 ? limits.length : at
}

const EAST_LENGTHS = [1, 2, 3, 4, 6, 9, 14]
const YEAR = /^(?:1[4-9]|20)\d\d$/

/** Returns what a token is made of: its letters' case, the count of its digits or characters. */
function shapeOf({ kind, text }: Token): string {
  if (kind === 'address') return 'U'
  if (kind === 'doi') return 'D'
  if (kind === 'code') return 'C'
  if (kind === 'number') return YEAR.test(text) ? 'y' : `d${Math.min(text.length, 7)}`
  if (kind === 'east') {
    const script = /\p{Script=Hangul}/u.test(text)
      ? 'g'
      : /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
        ? 'k'
        : 'h'
    return script + bucket(text.length, EAST_LENGTHS)
  }
  return latinShape(text)
}

/** The shapes of words in letters with case, each behind those that would fit too; short words have a shorter one. */
const LATIN_SHAPES: readonly (readonly [RegExp, string, string])[] = [
  [/^\p{Lu}$/u, 'X', 'X'],
  [/^.$/u, 'x', 'x'],
  [/^[IVXLCDM]+$/, 'R', 'R'],
  [/^\P{Ll}+$/u, 'XX', 'XXX'],
  [/^\P{Lu}+$/u, 'xx', 'xxx'],
  [/^\p{Lu}\P{Lu}*$/u, 'Xx', 'Xxx'],
  [/^\p{Lu}/u, 'XxX', 'XxX'],
]
const SHORT_WORD_CHARS = 3

function latinShape(text: string): string {
  const [, short, long] = LATIN_SHAPES.find(([pattern]) => pattern.test(text)) ?? ['', 'xX', 'xX']
  const isShort = text.length <= (short === 'XX' ? 2 : SHORT_WORD_CHARS)
  return (isShort ? short : long) + (/[-‐‑]/.test(text) ? '-' : '')
}

/** Returns the punctuation between two tokens in one spelling, with at most one blank at a place. */
const normalizeSeparator = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/[“”„«»‟]/g, '"')
    .replace(/[‘’`´]/g, "'")
    .replace(/[‐-―−~]/g, '-')
    .replace(/。/g, '.')
    .slice(0, 6)

/** A reference with all that the features of its tokens share. */
interface ReadReference {
  tokens: readonly Token[]
  words: string[]
  shapes: string[]
  /** The punctuation before each token, and behind the last. */
  separators: string[]
  quotes: string[]
  brackets: string[]
  cuts: Segments[]
  years: number[]
  dictionary: Dictionary[][]
  script: string
  typeMark: string
  /** Where each token stands to the mark of the type. */
  toMark: string[]
}

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
 * Returns whether each token stands before the mark of the type (`b`), directly before or behind it (`e`, `a`), or later
 * (`l`), or in a reference without one (`n`).
 */
function placesToMark(separators: readonly string[]): string[] {
  const mark = separators.findIndex((separator) => TYPE_MARK.test(separator))
  return separators.slice(0, -1).map((_, at) => {
    if (mark < 0) return 'n'
    if (at === mark - 1) return 'e'
    if (at === mark) return 'a'
    return at < mark ? 'b' : 'l'
  })
}

const scriptOf = (tokens: readonly Token[]): string => {
  const east = tokens.filter(({ kind }) => kind === 'east')
  if (east.length * 4 < tokens.length) return 'l'
  const korean = east.filter(({ text }) => /\p{Script=Hangul}/u.test(text)).length
  if (korean * 2 > east.length) return 'g'
  return east.some(({ text }) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) ? 'k' : 'h'
}

function readReference(text: string, tokens: readonly Token[]): ReadReference {
  const raw = [
    ...tokens.map(({ start }, at) => text.slice(tokens[at - 1]?.end ?? 0, start)),
    text.slice(tokens.at(-1)?.end ?? 0, (tokens.at(-1)?.end ?? 0) + 12),
  ]
  const separators = raw.map(normalizeSeparator)
  const shapes = tokens.map(shapeOf)
  let seen = 0
  return {
    tokens,
    words: tokens.map(({ text: word, kind }) =>
      kind === 'address' || kind === 'doi' || kind === 'code' ? kind : word.toLowerCase(),
    ),
    shapes,
    separators,
    quotes: quoteStates(raw.slice(0, -1)),
    brackets: bracketStates(separators.slice(0, -1)),
    cuts: findSegments(tokens, separators),
    years: shapes.map((shape) => (shape === 'y' ? seen++ : seen)),
    dictionary: findInDictionaries(tokens),
    script: scriptOf(tokens),
    typeMark: /\[ ?([A-Z]{1,2}) ?(?:\/ ?[A-Z]{2} ?)?\]/.exec(text.normalize('NFKC'))?.[1] ?? '',
    toMark: placesToMark(raw),
  }
}

const POSITIONS = [0, 1, 2, 4, 7, 11, 16, 24]
const SEGMENT_LENGTHS = [1, 2, 3, 4, 6, 9, 13]

function addWordFeatures(out: string[], read: ReadReference, at: number): void {
  const { words, shapes, separators, tokens } = read
  const word = (i: number) => words[i] ?? (i < 0 ? '^' : '$')
  const shape = (i: number) => shapes[i] ?? (i < 0 ? '^' : '$')
  const sep = (i: number) => separators[i] ?? ''
  for (const i of [-2, -1, 0, 1, 2]) {
    out.push(`~w${i}=${word(at + i)}`, `s${i}=${shape(at + i)}`)
  }
  out.push(
    `~w-1,0=${word(at - 1)}|${word(at)}`,
    `~w0,1=${word(at)}|${word(at + 1)}`,
    `~wp=${word(at)}|${sep(at)}`,
    `~wn=${word(at)}|${sep(at + 1)}`,
    `~-wp=${word(at - 1)}|${sep(at)}`,
    `p=${sep(at)}`,
    `n=${sep(at + 1)}`,
    `p-1=${sep(at - 1)}`,
    `n+1=${sep(at + 2)}`,
    `ps=${sep(at)}|${shape(at)}`,
    `ns=${sep(at + 1)}|${shape(at)}`,
    `pn=${sep(at)}|${sep(at + 1)}`,
    `pns=${sep(at)}|${sep(at + 1)}|${shape(at)}`,
    `-sps=${shape(at - 1)}|${sep(at)}|${shape(at)}`,
    `sns+=${shape(at)}|${sep(at + 1)}|${shape(at + 1)}`,
    `-2s=${shape(at - 2)}|${sep(at - 1)}|${shape(at - 1)}|${sep(at)}|${shape(at)}`,
    `+2s=${shape(at)}|${sep(at + 1)}|${shape(at + 1)}|${sep(at + 2)}|${shape(at + 2)}`,
  )
  addAffixes(out, tokens[at], word(at))
}

function addAffixes(out: string[], token: Token | undefined, word: string): void {
  if (token === undefined || (token.kind !== 'word' && token.kind !== 'east')) return
  const sizes = token.kind === 'east' ? [1, 2, 3] : [2, 3, 4]
  for (const size of sizes) {
    if (word.length <= size) continue
    out.push(`~a${size}=${word.slice(0, size)}`, `~e${size}=${word.slice(-size)}`)
  }
}

function addPlaceFeatures(out: string[], read: ReadReference, at: number): void {
  const { tokens, quotes, brackets, years, script, typeMark, toMark, shapes, dictionary } = read
  const count = tokens.length
  const year = `${Math.min(years[at] ?? 0, 2)}${Math.min(years.at(-1) ?? 0, 2)}`
  const quote = quotes[at] ?? ''
  const shape = shapes[at] ?? ''
  out.push(
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
    `m=${toMark[at]}`,
    `mt=${toMark[at]}|${typeMark}`,
    `ms=${toMark[at]}|${shape}`,
    `ts=${typeMark}|${shape}`,
  )
  for (const i of [-1, 0, 1]) for (const each of dictionary[at + i] ?? []) out.push(`k${i}=${each}`)
}

/** Words of a segment that its tokens see. */
const MAX_SEEN_WORDS = 12

function addSegmentFeatures(out: string[], read: ReadReference, at: number, cut: Segments): void {
  const { words, shapes, separators } = read
  const { name, segments, ofTokens } = cut
  const index = ofTokens[at] ?? 0
  const { start, end, digits, lower } = segments[index] ?? { start: 0, end: 0, digits: 0, lower: 0 }
  const length = bucket(end - start, SEGMENT_LENGTHS)
  const place = `${Math.min(at - start, 2)}${Math.min(end - 1 - at, 2)}`
  const from = Math.min(index, 5)
  const to = Math.min(segments.length - 1 - index, 4)
  const make = `${digits > 0 ? 'd' : ''}${bucket(lower, [0, 1, 3, 6])}`
  const key = name.charAt(0)
  const word = (i: number) => words[i] ?? (i < 0 ? '^' : '$')
  out.push(
    `${key}i=${from}`,
    `${key}j=${to}`,
    `${key}l=${length}|${place}`,
    `${key}e=${separators[start]}|${separators[end]}`,
    `${key}m=${make}|${length}`,
    `${key}s=${shapes[start]}|${shapes[end - 1]}|${length}`,
    `${key}im=${from}|${make}`,
    `${key}n=${shapes[end] ?? '$'}|${separators[end]}|${shapes[at]}`,
    `~${key}f=${word(start)}`,
    `~${key}g=${word(start)}|${word(start + 1)}`,
    `~${key}t=${word(end - 1)}`,
    `~${key}nf=${word(end)}`,
    `~${key}pt=${word(start - 1)}`,
    `~${key}pf=${word(segments[index - 1]?.start ?? -1)}`,
  )
  const seen = Math.min(end, start + MAX_SEEN_WORDS)
  for (let i = start; i < seen; i += 1) if (i !== at) out.push(`~${key}w=${words[i]}`)
  for (const each of new Set(read.dictionary.slice(start, seen).flat())) out.push(`${key}k=${each}`)
}

/** Returns the features of each token of a reference. */
export function referenceFeatures(text: string, tokens: readonly Token[]): string[][] {
  const read = readReference(text, tokens)
  return tokens.map((_, at) => {
    const features: string[] = []
    addWordFeatures(features, read, at)
    addPlaceFeatures(features, read, at)
    for (const cut of read.cuts) addSegmentFeatures(features, read, at, cut)
    return features
  })
}
