import type { ResearchSentence } from '../../answers/index.ts'
import { phrasePattern } from '../../language/phrases.ts'

type SentenceAspects = ResearchSentence['aspects']

/** Matches the beginning of a sentence about the work of others; its verbs do not describe the source's own method. */
const OTHERS_WORK = phrasePattern('gathering/others-work')
/** Matches the beginning of a sentence about the purpose of a work, which describes a method, not a problem. */
const PURPOSE_PHRASE = phrasePattern('aim/purpose')
/** Number of characters of a sentence in which its beginning is recognized. */
const MAX_BEGINNING_CHARS = 200

/**
 * Returns the aspects of a sentence without those that its wording contradicts. The methods of others are a problem,
 * since an abstract describes them to show what they lack; a purpose is a method; and an announced discussion of
 * limitations is no limitation. The given set is not changed.
 */
export function correctAspects(quote: string, aspects: SentenceAspects): SentenceAspects {
  const corrected = correctMethodAndProblem(quote.slice(0, MAX_BEGINNING_CHARS), aspects)
  if (!corrected.has('limitation') || statesLimitation(quote)) return corrected
  return new Set([...corrected].filter((aspect) => aspect !== 'limitation'))
}

function correctMethodAndProblem(beginning: string, aspects: SentenceAspects): SentenceAspects {
  if (aspects.has('method') && OTHERS_WORK.test(beginning)) return replaceAspect(aspects, 'method', 'problem')
  if (aspects.has('problem') && PURPOSE_PHRASE.test(beginning))
    return replaceAspect(aspects, 'problem', 'method')
  return aspects
}

const replaceAspect = (
  aspects: SentenceAspects,
  wrong: 'method' | 'problem',
  right: 'method' | 'problem',
): SentenceAspects => new Set([...aspects].map((aspect) => (aspect === wrong ? right : aspect)))

// What a sentence with the aspect `limitation` may be instead.

/** Matches verbs of announcing, after which a limitation is the object: "we discuss the limitations of …". */
const DISCUSSION_VERB = phrasePattern('gathering/discussion-verbs', 'giu')
/** Matches nouns for limitations and for future work. */
const LIMITATION_NOUN = phrasePattern('limitation/nouns')
/** Matches an announcement in the passive: "limitations of the approach are discussed". */
const ANNOUNCED_LIMITATION = phrasePattern('limitation/announced')
/** Matches a plan to publish code or data. "Plan to" counts as a sign of a limitation because it begins future work. */
const RELEASE_PLAN = /(?<!\p{L})plan to (?:release|publish|make)/iu
/** Maximum distance between a verb of announcing and the limitation that it announces, in characters. */
const MAX_OBJECT_DISTANCE_CHARS = 90
/** Number of characters of a sentence that are examined for limitations. */
const MAX_SENTENCE_CHARS = 500

/** Returns whether a sentence states a limitation, rather than announcing a discussion of limitations or a release. */
function statesLimitation(quote: string): boolean {
  const text = quote.slice(0, MAX_SENTENCE_CHARS)
  if (RELEASE_PLAN.test(text) || ANNOUNCED_LIMITATION.test(text)) return false
  const isFollowedByLimitation = (verbEnd: number) =>
    LIMITATION_NOUN.test(text.slice(verbEnd, verbEnd + MAX_OBJECT_DISTANCE_CHARS))
  return ![...text.matchAll(DISCUSSION_VERB)].some(({ index, 0: verb }) =>
    isFollowedByLimitation(index + verb.length),
  )
}
