// The parts of a reference between its punctuation.
import type { Token } from './tokenize.ts'

/** A range of tokens without punctuation in between. */
export interface Segment {
  start: number
  end: number
  /** How many of its tokens are numbers. */
  digits: number
  /** How many are words without capitals. */
  lower: number
}

/** The segments of a reference in one way of cutting it. */
export interface Segments {
  name: 'sentence' | 'clause'
  segments: Segment[]
  /** The index of the segment of each token. */
  ofTokens: number[]
}

/** Punctuation within words and names. */
const WITHIN = /^[\s\-'&/+]*$/
const COMMA = /^[\s,、]*$/

/** Cuts a reference at its punctuation: into clauses at every mark, into sentences at all but commas and initials. */
export function findSegments(tokens: readonly Token[], separators: readonly string[]): Segments[] {
  const isInitial = (at: number) => tokens[at]?.kind === 'word' && tokens[at].text.length === 1
  const endsClause = (at: number) =>
    !WITHIN.test(separators[at] ?? '') && !(isInitial(at - 1) && /^\.[\s-]?$/.test(separators[at] ?? ''))
  const endsSentence = (at: number) =>
    endsClause(at) &&
    !COMMA.test(separators[at] ?? '') &&
    !(isInitial(at - 1) && /^\., ?$/.test(separators[at] ?? ''))
  return [cut('sentence', tokens, endsSentence), cut('clause', tokens, endsClause)]
}

function cut(name: Segments['name'], tokens: readonly Token[], ends: (at: number) => boolean): Segments {
  const segments: Segment[] = []
  const ofTokens: number[] = []
  let segment: Segment = { start: 0, end: 0, digits: 0, lower: 0 }
  for (const [at, { kind, text }] of tokens.entries()) {
    if (at === 0 || ends(at)) {
      segment = { start: at, end: at, digits: 0, lower: 0 }
      segments.push(segment)
    }
    segment.end = at + 1
    ofTokens.push(segments.length - 1)
    if (kind === 'number') segment.digits += 1
    else if (kind === 'word' && !/\p{Lu}/u.test(text)) segment.lower += 1
  }
  return { name, segments, ofTokens }
}
