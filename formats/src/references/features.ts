// The features by which the model of references labels a token: its shape, its neighbours, the punctuation around it,
// its place. A feature is a text `name=value`; the names, and the limits of numbers in features, are those of the trained
// weights and must not change.

import { bucket, type FeatureSource, readReference } from './feature-source.ts'
import type { Segment, Segments } from './segments.ts'
import type { Token } from './tokenize.ts'

/**
 * Prefix of features that contain a word or a part of one; the training keeps those that many sources share. Features
 * of neighbours have the distance in their names (`s-1`, `~w2`); `^` and `$` stand for the tokens before the first and
 * after the last.
 */
export const WORD_FEATURE = '~'

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

/** Limits of the distances from the ends of a reference that the model distinguishes, in tokens. */
const POSITIONS = [0, 1, 2, 4, 7, 11, 16, 24]
/** Years, and tokens between a token and the ends of its segment, are counted up to these numbers. */
const MAX_YEARS = 2
const MAX_END_DISTANCE = 2

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

/** Limits of the lengths of segments, in tokens. */
const SEGMENT_LENGTHS = [1, 2, 3, 4, 6, 9, 13]
/** Limits of the numbers of words without capitals in a segment. */
const LOWER_COUNTS = [0, 1, 3, 6]
/** Segments before and after that of the token are counted up to these numbers. */
const MAX_SEGMENTS_BEFORE = 5
const MAX_SEGMENTS_AFTER = 4
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
