import { filterRelevant, type Retrieval } from '../../retrieval/index.ts'
import { extractAnswer } from '../extractive/extract-answer.ts'
import { pickSentences } from '../extractive/pick-sentences.ts'

/** Questions that one sentence can answer, and whose sentence the rules can tell by its kind of content. */
export const ONE_SENTENCE_TYPES: ReadonlySet<string> = new Set(['number', 'year', 'definition', 'cause'])

/** Questions that ask for many sources. */
export const WIDE_TYPES: ReadonlySet<string> = new Set(['list', 'comparison'])

/**
 * Returns the ids of the passages of a search that answer its question by the rules for quotations: they are relevant
 * enough to be quoted, and a sentence has the kind of content asked for.
 */
export function directPassages({ evidence, scoped, criteria }: Retrieval): Set<string> {
  const picked = pickSentences(filterRelevant(evidence, 'quotes', scoped), criteria)
  return new Set(picked.filter(({ answers }) => answers).map((each) => each.evidence.passage.passage_id))
}

/**
 * Returns whether a search alone has found an answer: the question asks for one thing, and quotes of the source that is
 * ranked first answer it with a probability from which on quotes count as a direct answer.
 */
export function answersItself({ evidence, scoped, criteria, question }: Retrieval): boolean {
  const [first] = filterRelevant(evidence, 'model', scoped)
  if (!first || WIDE_TYPES.has(question.type)) return false
  const quotable = filterRelevant(evidence, 'quotes', scoped)
  const answer = extractAnswer(quotable, criteria, question)
  const [cited] = answer?.citations ?? []
  const leading = quotable.find(({ passage }) => passage.passage_id === cited?.passage_id)
  return answer?.direct === true && leading?.source_id === first.source_id
}
