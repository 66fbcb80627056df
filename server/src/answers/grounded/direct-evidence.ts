import { filterRelevant, type Retrieval } from '../../retrieval/index.ts'
import { pickSentences } from '../extractive/pick-sentences.ts'

/** Types of question that one sentence can answer, and whose answering sentence the rules recognize. */
export const ONE_SENTENCE_TYPES: ReadonlySet<string> = new Set(['number', 'year', 'definition', 'cause'])

/**
 * Returns the ids of the passages of a search that answer its question by the rules for quotations: they are relevant
 * enough to be quoted, and a sentence has the kind of content asked for.
 */
export function directPassages({ evidence, scoped, criteria }: Retrieval): Set<string> {
  const picked = pickSentences(filterRelevant(evidence, 'quotes', scoped), criteria)
  return new Set(picked.filter(({ answers }) => answers).map((each) => each.evidence.passage.passage_id))
}
