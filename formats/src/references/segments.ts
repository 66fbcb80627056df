// The parts of a reference between its punctuation.
import type { Token } from './tokenize.ts'

/** A range of tokens without punctuation in between. */
export interface Segment {
  /** Index of its first token. */
  start: number
  /** Index after its last token. */
  end: number
  /** How many of its tokens are numbers. */
  numberCount: number
  /** How many are words without capitals. */
  lowerCount: number
}

/** The segments of a reference in one way of cutting it. */
export interface Segments {
  /** What the segments are. */
  name: 'sentence' | 'clause'
  segments: Segment[]
  /** The index of the segment of each token. */
  ofTokens: number[]
}

/** Matches separators that do not end a clause: white space, and signs that occur within words and names. */
const INSIDE_CLAUSE = /^[\s\-'&/+]*$/
/** Matches separators that end a clause and not a sentence: `, `. */
const COMMA = /^[\s,、]*$/

/**
 * Cuts a reference at its punctuation: into clauses at every mark, into sentences at all but commas and the full stops
 * of initials. Returns both, the sentences first.
 *
 * @param separators the text before each token
 */
export function findSegments(tokens: readonly Token[], separators: readonly string[]): Segments[] {
  const isInitial = (at: number) => tokens[at]?.kind === 'word' && tokens[at].text.length === 1
  // The full stop of an initial ends no clause in `J. R.` and `J.-R.`, and with a comma no sentence in `J., R.`
  const endsClause = (at: number) =>
    !INSIDE_CLAUSE.test(separators[at] ?? '') &&
    !(isInitial(at - 1) && /^\.[\s-]?$/.test(separators[at] ?? ''))
  const endsSentence = (at: number) =>
    endsClause(at) &&
    !COMMA.test(separators[at] ?? '') &&
    !(isInitial(at - 1) && /^\., ?$/.test(separators[at] ?? ''))
  return [cut('sentence', tokens, endsSentence), cut('clause', tokens, endsClause)]
}

/** Cuts all tokens into segments, in order: one starts at every token before which `isBoundary` is true. */
function cut(
  name: Segments['name'],
  tokens: readonly Token[],
  isBoundary: (at: number) => boolean,
): Segments {
  const segments: Segment[] = []
  const ofTokens: number[] = []
  let segment: Segment = { start: 0, end: 0, numberCount: 0, lowerCount: 0 }
  for (const [at, { kind, text }] of tokens.entries()) {
    if (at === 0 || isBoundary(at)) {
      segment = { start: at, end: at, numberCount: 0, lowerCount: 0 }
      segments.push(segment)
    }
    segment.end = at + 1
    ofTokens.push(segments.length - 1)
    if (kind === 'number') segment.numberCount += 1
    else if (kind === 'word' && !/\p{Lu}/u.test(text)) segment.lowerCount += 1
  }
  return { name, segments, ofTokens }
}
