import { type Concept, planWords } from '@scinav/search'
import { anyOf, phrasePattern } from '../../language/phrases.ts'
import type { QuestionType } from '../../language/question/question-type.ts'

/** Words by which a sentence shows that it gives the kind of answer asked for. */
const TYPE_CUES: Record<
  Exclude<QuestionType, 'list' | 'number' | 'year' | 'definition' | 'other'>,
  RegExp
> = {
  cause: new RegExp(`${anyOf('cause/explicit')}|${anyOf('cause/cue')}`, 'iu'),
  comparison: phrasePattern('comparison/cue'),
  limitation: new RegExp(`${anyOf('limitation/contrast')}|${anyOf('limitation/cue')}`, 'iu'),
  method: phrasePattern('method/cue'),
  conclusion: new RegExp(`${anyOf('result/statement')}|${anyOf('result/performance')}`, 'iu'),
  'yes-no': new RegExp(`${anyOf('result/statement')}|${anyOf('result/outcome')}`, 'iu'),
}

/** Words that name a cause explicitly; the other cues of a cause occur in sentences of any kind and are doubtful. */
const NAMES_CAUSE = phrasePattern('cause/explicit')
const DOUBTFUL_CUE_SCORE = 0.5

/** Returns how clearly a sentence shows the kind of answer asked for: 0, `DOUBTFUL_CUE_SCORE` or 1; 0 for types without cues. */
export function cueScore(type: QuestionType, sentence: string): number {
  if (!(type in TYPE_CUES) || !TYPE_CUES[type as keyof typeof TYPE_CUES].test(sentence)) return 0
  return type === 'cause' && !NAMES_CAUSE.test(sentence) ? DOUBTFUL_CUE_SCORE : 1
}

const STATES_INTENT = phrasePattern('aim/studied')
const STATES_RESULT = new RegExp(`${anyOf('result/statement')}|${anyOf('result/found')}`, 'iu')

/** Returns whether a sentence states what is studied rather than what was found: "We investigate whether", 「本文考察」. */
export const statesIntentOnly = (sentence: string): boolean =>
  STATES_INTENT.test(sentence) && !STATES_RESULT.test(sentence)

const NAMES_PRECEDING = phrasePattern('definition/names-preceding')

/** Returns whether a sentence names what the previous one describes: "We term this phenomenon X". */
export const namesPrecedingSentence = (sentence: string): boolean => NAMES_PRECEDING.test(sentence)

/** A definition is asked of the concepts with at least this share of the greatest weight. */
const MIN_WEIGHT_SHARE = 0.4
/** Bounds the words of these concepts and their translations. */
const MAX_NAMES = 12
/** What precedes a name that is defined: `the so-called “`. */
const BEFORE_DEFINED_NAME = `${anyOf('definition/before-name')}\\s?(?:the |a |an )?["“']?`
/** What follows a name that is defined: ` (BERT), which is`. */
const AFTER_DEFINED_NAME = `["”']?(?:\\s?[(（][^)）]{1,30}[)）])?,?\\s?(?:which |that )?${anyOf('definition/after-name', { bounds: 'any' })}(?![\\p{L}]*ed\\b)`
/** Verbs of creation, whose object is often defined next to them: "we present LIDA, a tool for", 「提出 LIDA」. */
const CREATION_VERB = `${anyOf('creation/verb-stems', { bounds: 'any' })}\\p{L}{0,4}\\s(?:the |a |an |our )?(?:(?!for\\b|of\\b|on\\b|to\\b|that\\b|which\\b|using\\b|based\\b)[\\p{L}\\p{N}-]{1,20}\\s){0,4}`
/** What follows the name of something created: ` (LIDA), a`. */
const AFTER_CREATED_NAME =
  '[\\p{L}\\p{N}-]{0,6}["”]?(?:\\s?[(（][^)）]{1,40}[)）])?\\s?(?:[,，:：–—]|-\\s|(?:is|are|a|an|the|which|that|to)\\b)'
/** Words that define something, without a name that the question asks about. */
const WEAK_DEFINITION = phrasePattern('definition/weak')
const WEAK_DEFINITION_SCORE = 0.3

/**
 * Creates a function that scores whether a sentence defines something: "X is a", "we call it X", "X refers to",
 * 「所谓 X」. It is built once per question from the rarest words of the question and their translations, and returns 1
 * for a definition of one of these, 0.3 for a definition of anything else, and otherwise 0.
 */
export function definitionCue(concepts: Concept[]): (sentence: string) => number {
  const greatestWeight = Math.max(0, ...concepts.map(({ weight }) => weight))
  const names = concepts
    .filter(({ weight }) => weight >= greatestWeight * MIN_WEIGHT_SHARE)
    .flatMap(({ plan }) => planWords(plan))
    // Terms that begin with "=" repeat a word as it is written.
    .filter((word) => !word.startsWith('=') && [...word].length > 1)
    .slice(0, MAX_NAMES)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '.'))
  if (names.length === 0) return () => 0
  const name = `(?:${names.join('|')})\\p{L}{0,6}`
  const defined = new RegExp(
    `${name}${AFTER_DEFINED_NAME}|${BEFORE_DEFINED_NAME}(?:[\\p{L}-]+ )?${name}|${CREATION_VERB}${name}${AFTER_CREATED_NAME}|提出(?:了)?(?:一[种个])?[^，。]{0,12}${name}`,
    'iu',
  )
  return (sentence) => {
    if (defined.test(sentence)) return 1
    return WEAK_DEFINITION.test(sentence) ? WEAK_DEFINITION_SCORE : 0
  }
}
