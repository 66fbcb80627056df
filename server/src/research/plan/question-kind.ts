import type { ResearchKind } from '@scinav/contract'
import { phrasePattern } from '../../language/phrases.ts'
import type { Question } from '../../language/question/question.ts'
import { PREFERENCE_PHRASE } from './sides.ts'

// Wordings of questions for a comparison, a development, an effect and a method.
const COMPARISON_WORD = phrasePattern('comparison/asked')
const TREND_WORD = phrasePattern('research-questions/trend')
const EFFECT_WORD = phrasePattern('research-questions/effect')
/** Matches words for the influence of one thing on another; they take precedence over "how" and "methods". */
const INFLUENCE_WORD = phrasePattern('research-questions/influence')
const METHOD_WORD = phrasePattern('research-questions/method')
/** Matches a question about how to do something, even if its subject names a change: 词义演变如何检测. */
const HOW_TO_PHRASE = phrasePattern('research-questions/how-to', 'u')

/** Wordings by which a kind of research is recognized; the first match counts. */
const KIND_PATTERNS: [ResearchKind, RegExp][] = [
  ['comparison', COMPARISON_WORD],
  ['comparison', PREFERENCE_PHRASE],
  ['method', HOW_TO_PHRASE],
  ['trend', TREND_WORD],
  ['effect', INFLUENCE_WORD],
  ['method', METHOD_WORD],
  ['effect', EFFECT_WORD],
]

/** Length of the beginning that is examined for the kind of a question, in characters. */
const MAX_READ_CHARS = 500

/**
 * Returns the kind of research that a question needs, by its type, else by its wording; a bare subject gets a survey
 * (`trend`).
 */
export function researchKind({ text, type }: Question): ResearchKind {
  if (type === 'definition' || type === 'comparison') return type
  if (type === 'cause' || type === 'conclusion') return 'effect'
  const beginning = text.slice(0, MAX_READ_CHARS)
  return KIND_PATTERNS.find(([, words]) => words.test(beginning))?.[0] ?? 'trend'
}
