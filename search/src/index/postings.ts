import { countPairs, type PairCounts, repetitionWeights, termScript } from './chinese-weights.ts'
import { reserveRoom } from './growable-array.ts'
import { BOUNDARY_SHIFT, NO_POSITION, POSITION_BITS, type SortedOccurrences, SPACE_FLAG } from './inverter.ts'
import { ANY_MASK, MASKS, MAX_IMPACT } from './layout.ts'
import { MAX_OCCURRENCE_BYTES, positionAt, writePositions } from './positions.ts'
import {
  addPosting,
  beginPositions,
  createPostings,
  endTermPostings,
  finishPostings,
  type PostingsWriter,
} from './postings-writer.ts'
import type { FieldWeights, TextWeight } from './schema.ts'
import type { TermTable } from './term-table.ts'

/**
 * Weight of an occurrence by its `TERM_BOUNDARY` (plain, bound, free, within), for character pairs and for longer
 * words. A pair that is a word by itself is significant; within a longer word it is mostly no word of the paper. Longer
 * words occur alone or within a longer term, which makes less difference (docs/adr/0015).
 */
const BOUNDARY_WEIGHTS = { pair: [1, 0.4, 4, 0.1], longer: [1, 1, 2, 1] } as const

/** Factor of the authors' keywords for Chinese words, whose weight in a text varies by a factor of ten. */
const CHINESE_KEYWORD_WEIGHT = 5

/** One number per paper for each text field. */
interface NumbersByText {
  title: Float32Array
  abstract: Float32Array
  keyword: Float32Array
}

/**
 * Weight of a word in the fields: by paper in texts, the same for all papers in names; and the weighted frequency `k1`
 * that yields half of the greatest impact.
 */
export interface DocumentWeights extends NumbersByText, Pick<FieldWeights, 'author' | 'source' | 'k1'> {
  /** Weight of a Chinese word in the title, before repetition is considered. */
  chinese_title: Float32Array
}

/** Document weights of the terms of one script. */
interface TermWeights extends DocumentWeights {
  /** Factor by `TERM_BOUNDARY`. */
  boundary_factors: readonly number[]
}

/**
 * Computes the weights of a word in the fields of each paper from the number of words in them: weight / (1 − b + b ·
 * length / usual length), see `FieldWeights` and `TextWeight`.
 */
export function documentWeights(
  lengths: NumbersByText,
  { title, abstract, keyword, ...others }: FieldWeights,
): DocumentWeights {
  return {
    title: fieldWeights(lengths.title, title, title.usual_length),
    chinese_title: fieldWeights(lengths.title, title, title.usual_chinese_length ?? title.usual_length),
    abstract: fieldWeights(lengths.abstract, abstract, abstract.usual_length),
    keyword: fieldWeights(lengths.keyword, keyword, keyword.usual_length),
    ...others,
  }
}

function fieldWeights(lengths: Float32Array, { weight, b }: TextWeight, usualLength: number): Float32Array {
  return lengths.map((length) => weight / (1 - b + (b * length) / usualLength))
}

/** Returns the weights of terms by script, indexed by the result of `termScript`. */
function weightsByScript(weights: DocumentWeights, pairs: PairCounts): TermWeights[] {
  const chinese = chineseWeights(weights, pairs)
  return [
    { ...weights, boundary_factors: [1] },
    { ...chinese, boundary_factors: BOUNDARY_WEIGHTS.pair },
    { ...chinese, boundary_factors: BOUNDARY_WEIGHTS.longer },
  ]
}

/** Returns the weights of Chinese words, which depend on how often the text of a paper repeats itself. */
function chineseWeights(
  { chinese_title, keyword, ...others }: DocumentWeights,
  pairs: PairCounts,
): DocumentWeights {
  const abstract = repetitionWeights(pairs)
  return {
    ...others,
    chinese_title,
    title: chinese_title.map((weight, doc) => weight * (abstract[doc] ?? 0)),
    abstract,
    keyword: keyword.map((weight) => weight * CHINESE_KEYWORD_WEIGHT),
  }
}

/**
 * Collects occurrences into terms and postings, and returns the sections that hold them.
 *
 * @param sorted occurrences by term, then by paper and position.
 */
export function writePostings(terms: TermTable, sorted: SortedOccurrences, weights: DocumentWeights) {
  const { bytes, starts } = terms
  const papers = weights.title.length
  const scriptWeights = weightsByScript(weights, countPairs(terms, sorted, papers))
  const writer = createPostings(papers)
  for (let at = 0; at < sorted.order.length; at += 1) {
    const number = sorted.order[at] ?? 0
    const [start, end] = [starts.array[number] ?? 0, starts.array[number + 1] ?? 0]
    const termWeights = scriptWeights[termScript(bytes.array, start, end)] ?? scriptWeights[0]
    if (!termWeights) continue
    const [from, to] = [sorted.starts[at] ?? 0, sorted.starts[at + 1] ?? 0]
    const hasPositions = writeTerm(sorted, from, to, termWeights, writer)
    endTermPostings(writer, bytes.array, start, end, hasPositions)
  }
  return finishPostings(writer)
}

/**
 * Writes the postings of a term, whose occurrences are `from` to `to` (exclusive), and returns whether it has
 * positions: it has if any occurrence does; postings without one then record that.
 */
function writeTerm(
  sorted: SortedOccurrences,
  from: number,
  to: number,
  termWeights: TermWeights,
  writer: PostingsWriter,
): boolean {
  const { location } = sorted
  const { positions } = writer
  const hasPositions = hasPosition(location, from, to)
  if (hasPositions) reserveRoom(positions, (to - from) * MAX_OCCURRENCE_BYTES)
  for (let start = from; start < to; ) {
    const end = endOfPaper(location, start, to)
    if (hasPositions) {
      beginPositions(writer)
      positions.length = writePositions(location, start, end, positions)
    }
    writePosting(sorted, start, end, termWeights, writer)
    start = end
  }
  return hasPositions
}

/** Returns the end of the occurrences in the same paper as the one at `start`, at most `to`. */
function endOfPaper(location: Uint32Array, start: number, to: number): number {
  const doc = (location[start] ?? 0) >>> POSITION_BITS
  let end = start + 1
  while (end < to && (location[end] ?? 0) >>> POSITION_BITS === doc) end += 1
  return end
}

/**
 * Writes the posting of one paper, whose occurrences are `from` to `to` (exclusive). The impact is MAX_IMPACT · tf / (k1
 * + tf), rounded and at least 1, for the weighted frequency tf.
 */
function writePosting(
  { location, field }: SortedOccurrences,
  from: number,
  to: number,
  termWeights: TermWeights,
  writer: PostingsWriter,
): void {
  const doc = (location[from] ?? 0) >>> POSITION_BITS
  let mask = 0
  let frequency = 0
  for (let index = from; index < to; index += 1) {
    const occurrenceField = field[index] ?? 0
    mask |= fieldMask(occurrenceField)
    frequency += occurrenceWeight(termWeights, occurrenceField, doc)
  }
  const impact = Math.max(1, Math.round((MAX_IMPACT * frequency) / (termWeights.k1 + frequency)))
  addPosting(writer, doc, impact, mask)
}

/** Returns whether any of the occurrences `from` to `to` (exclusive) has a position. */
function hasPosition(location: Uint32Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (positionAt(location, at) !== NO_POSITION) return true
  return false
}

/** Returns the field mask of an occurrence, without its `TERM_BOUNDARY` or `SPACE_FLAG`. */
const fieldMask = (field: number) => ((field & SPACE_FLAG) === 0 ? field & ANY_MASK : field & ~SPACE_FLAG)

/** Returns the weight of one occurrence: 1 in a space of `SPACES`, whose terms are not weighed by field. */
function occurrenceWeight(termWeights: TermWeights, field: number, doc: number): number {
  if ((field & SPACE_FLAG) !== 0) return 1
  return (
    (termWeights.boundary_factors[field >> BOUNDARY_SHIFT] ?? 1) *
    fieldWeight(termWeights, field & ANY_MASK, doc)
  )
}

/** Returns the weight of a word in a field of a paper, given by its bit of `MASKS`. */
function fieldWeight(
  { title, abstract, keyword, author, source }: DocumentWeights,
  field: number,
  doc: number,
): number {
  switch (field) {
    case MASKS.title:
      return title[doc] ?? 0
    case MASKS.abstract:
      return abstract[doc] ?? 0
    case MASKS.keyword:
      return keyword[doc] ?? 0
    case MASKS.author:
      return author
    case MASKS.source:
      return source
    default:
      return 1
  }
}
