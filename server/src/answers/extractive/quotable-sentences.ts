import { collectTextTerms, type TermPlaces } from '@scinav/search'
import type { QuestionType } from '../../language/question/question-type.ts'
import { expandAbbreviations, findAbbreviations } from '../../language/text/abbreviations.ts'
import type { Evidence } from '../../retrieval/index.ts'
import { namesPrecedingSentence } from './answer-cues.ts'

/** The greatest length of two sentences that are quoted together, in UTF-16 units. */
const MAX_PAIR_CHARS = 420

/**
 * Returns the sentences of a passage as they would be quoted. For a definition, a sentence that names what the previous
 * one describes ("We call this X.") is quoted together with it.
 */
export function quotableSentences(
  { passage }: Evidence,
  type: QuestionType,
): { quote: string; terms: TermPlaces }[] {
  const abbreviations = findAbbreviations(passage.text)
  return passage.sentences.map(({ start, end }, at) => {
    const sentence = passage.text.slice(start, end)
    const previous =
      type === 'definition' && namesPrecedingSentence(sentence) ? passage.sentences[at - 1] : undefined
    const pair = previous ? passage.text.slice(previous.start, end) : sentence
    const quote = pair.length <= MAX_PAIR_CHARS ? pair : sentence
    return { quote, terms: collectTextTerms(expandAbbreviations(quote, abbreviations)) }
  })
}
