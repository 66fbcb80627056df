import { filterRelevant, type Retrieval } from '../../retrieval/index.ts'
import { isDirect } from '../extractive/is-direct.ts'
import { pickSentences } from '../extractive/pick-sentences.ts'

/**
 * Returns the ids of the passages of a search that answer its question by the rules for quotations: they are relevant
 * enough to be quoted, and a sentence has the kind of content asked for, about every name in the question.
 */
export function directPassages({ evidence, scoped, criteria, question }: Retrieval): Set<string> {
  const picked = pickSentences(filterRelevant(evidence, 'quotes', scoped), criteria)
  const direct = picked.filter((each) => isDirect([each], question))
  return new Set(direct.map((each) => each.evidence.passage.passage_id))
}
