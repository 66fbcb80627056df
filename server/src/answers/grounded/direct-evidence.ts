import { type Evidence, filterRelevant, type Retrieval } from '../../retrieval/index.ts'
import { extractAnswer } from '../extractive/extract-answer.ts'
import { pickSentences } from '../extractive/pick-sentences.ts'

/** Types of question that one sentence can answer, and whose answering sentence the rules recognize. */
export const ONE_SENTENCE_TYPES: ReadonlySet<string> = new Set(['number', 'year', 'definition', 'cause'])

/** Types of question that ask for many sources. */
export const WIDE_TYPES: ReadonlySet<string> = new Set(['list', 'comparison'])

/**
 * Returns the ids of the passages of a search that answer its question by the rules for quotations: they are relevant
 * enough to be quoted, and a sentence has the kind of content asked for.
 */
export function directPassages({ evidence, scoped, criteria }: Retrieval): Set<string> {
  const picked = pickSentences(filterRelevant(evidence, 'quotes', scoped), criteria)
  return new Set(picked.filter(({ answers }) => answers).map((each) => each.evidence.passage.passage_id))
}

/** The least share of a question that a source must state to stand alone. */
const MIN_LONE_COVERAGE = 0.8
/** Its least lead in that share over all other sources. */
const MIN_COVERAGE_LEAD = 0.2

/**
 * Returns whether the passage ranked first states nearly all that a question is about, and no other source comes near:
 * there is one source to answer from.
 */
function standsAlone(first: Evidence, evidence: Evidence[]): boolean {
  const others = evidence.filter(({ source_id }) => source_id !== first.source_id)
  const next = Math.max(0, ...others.map(({ coverage }) => coverage))
  return first.coverage >= MIN_LONE_COVERAGE && first.coverage - next >= MIN_COVERAGE_LEAD
}

/**
 * Returns whether a search alone has found what to answer from: the question asks for one thing, and the source ranked
 * first stands alone, or quotes of it answer with a probability from which on quotes count as a direct answer.
 */
export function settlesQuestion({ evidence, scoped, criteria, question }: Retrieval): boolean {
  const relevant = filterRelevant(evidence, 'model', scoped)
  const [first] = relevant
  if (!first || WIDE_TYPES.has(question.type)) return false
  if (standsAlone(first, relevant)) return true
  const quotable = filterRelevant(evidence, 'quotes', scoped)
  const answer = extractAnswer(quotable, criteria, question)
  const [cited] = answer?.citations ?? []
  const leading = quotable.find(({ passage }) => passage.passage_id === cited?.passage_id)
  return answer?.direct === true && leading?.source_id === first.source_id
}
