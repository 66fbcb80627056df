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

/** The passages that are enough where one source is the one to answer from, and where it is one of a few. */
const SETTLED_PASSAGES = 5
const FEW_PASSAGES = 8
/** The least share of a question that a source must state to be about it as a whole. */
const MIN_STATED_SHARE = 0.7

/**
 * Returns how many passages of a search are enough to answer from, or null where the search alone does not tell. It does
 * for a question about one thing, if
 *
 * - the source ranked first stands alone, or quotes of it answer with a probability from which on they count as a direct
 *   answer, or
 * - a few sources state most of the question: a model is shown all of them, so that neither further searches nor grades
 *   could add one.
 */
export function countPassagesEnough({ evidence, scoped, criteria, question }: Retrieval): number | null {
  const relevant = filterRelevant(evidence, 'model', scoped)
  const [first] = relevant
  if (!first || question.type === 'list') return null
  if (question.type !== 'comparison') {
    if (standsAlone(first, relevant)) return SETTLED_PASSAGES
    const quotable = filterRelevant(evidence, 'quotes', scoped)
    const answer = extractAnswer(quotable, criteria, question)
    const [cited] = answer?.citations ?? []
    const leading = quotable.find(({ passage }) => passage.passage_id === cited?.passage_id)
    if (answer?.direct === true && leading?.source_id === first.source_id) return SETTLED_PASSAGES
  }
  const stating = relevant.filter(({ coverage }) => coverage >= MIN_STATED_SHARE)
  const sourceCount = new Set(stating.map(({ source_id }) => source_id)).size
  return sourceCount > 0 && sourceCount <= FEW_PASSAGES ? FEW_PASSAGES : null
}
