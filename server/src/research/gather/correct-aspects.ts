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
 * Returns the aspects of a sentence without those that its wording contradicts: a method of others is a problem, a
 * purpose is a method, and an announced discussion of limitations is no limitation.
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

/** Matches verbs of announcing, after which a limitation is the object: "we discuss the limitations of …". */
const DISCUSSION_VERB = phrasePattern('gathering/discussion-verbs', 'giu')
const LIMITATION_WORD = phrasePattern('limitation/nouns')
/** Matches an announcement in the passive: "limitations of the approach are discussed". */
const ANNOUNCED_LIMITATION = phrasePattern('limitation/announced')
const RELEASE_PLAN = /(?<!\p{L})plan to (?:release|publish|make)/iu
/** Maximum distance between a verb of announcing and the limitation that it announces, in characters. */
const MAX_OBJECT_DISTANCE_CHARS = 90
const MAX_SENTENCE_CHARS = 500

/** Returns whether a sentence states a limitation, rather than announcing a discussion of limitations. */
function statesLimitation(quote: string): boolean {
  const text = quote.slice(0, MAX_SENTENCE_CHARS)
  if (RELEASE_PLAN.test(text) || ANNOUNCED_LIMITATION.test(text)) return false
  const isAnnouncedAfter = (end: number) =>
    LIMITATION_WORD.test(text.slice(end, end + MAX_OBJECT_DISTANCE_CHARS))
  return ![...text.matchAll(DISCUSSION_VERB)].some(({ index, 0: verb }) =>
    isAnnouncedAfter(index + verb.length),
  )
}
